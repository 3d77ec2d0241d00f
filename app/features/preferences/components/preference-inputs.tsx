import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { shownValue, type ModelChoice, type PreferenceField } from '../preference-fields';
import type { Preferences } from '../schema';

type Props = {
  fields: readonly PreferenceField[];
  preferences: Preferences;
  timezones: readonly string[];
  models: readonly ModelChoice[];
};

/** One control for each field of a table. */
export function PreferenceInputs({ fields, preferences, timezones, models }: Props) {
  return fields.map((field) => {
    const { name, label, hint } = field;
    const shared = { name, label, hint, defaultValue: shownValue(field, preferences) };
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
      case 'model':
        return <ModelSelect key={name} models={models} {...shared} />;
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

type ModelSelectProps = {
  name: string;
  label: string;
  hint: string | undefined;
  defaultValue: string;
  models: readonly ModelChoice[];
};

function ModelSelect({ models, ...select }: ModelSelectProps) {
  const chosen = select.defaultValue;
  const isGone = chosen !== '' && !models.some(({ value }) => value === chosen);
  const groups = [...new Set(models.map(({ group }) => group))];
  return (
    <Select {...select}>
      <option value="">No preference</option>
      {isGone ? <option value={chosen}>{chosen} (not available now)</option> : null}
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {models
            .filter((model) => model.group === group)
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
