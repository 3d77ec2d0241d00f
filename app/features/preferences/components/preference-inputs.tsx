import { Select } from '~/ui/select';
import { TextField } from '~/ui/text-field';
import { shownValue, type PreferenceField } from '../preference-fields';
import type { Preferences } from '../schema';

type Props = {
  fields: readonly PreferenceField[];
  preferences: Preferences;
  timezones: readonly string[];
};

/** One control for each field of a table. */
export function PreferenceInputs({ fields, preferences, timezones }: Props) {
  return fields.map((field) => {
    const { name, label, hint } = field;
    const shared = { name, label, hint, defaultValue: shownValue(field, preferences[name]) };
    switch (field.kind) {
      case 'choice':
        return (
          <Select key={name} {...shared}>
            {field.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        );
      case 'timezone':
        return (
          <Select key={name} {...shared}>
            {timezones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        );
      case 'number':
        return (
          <TextField
            key={name}
            type="number"
            inputMode="decimal"
            min={field.min}
            max={field.max}
            step={field.step}
            placeholder={field.placeholder}
            {...shared}
          />
        );
    }
  });
}
