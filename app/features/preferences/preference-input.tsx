import { useState } from 'react';
import { Combobox } from '~/ui/form/combobox';
import { MultiSelect } from '~/ui/form/multi-select';
import { MoneyField, NumberField } from '~/ui/form/number-field';
import { Select } from '~/ui/form/select';
import { Slider } from '~/ui/form/slider';
import { TextArea } from '~/ui/form/text-area';
import { Switch } from '~/ui/form/switch';
import type { Suggest } from '~/ui/form/use-suggestions';
import {
  PREFERENCE_FIELDS,
  switchText,
  type AskedPreference,
  type ModelChoice,
  type PreferenceField,
} from './preference-fields';
import { MAX_COUNTRIES } from './choices';
import { countryName, findCountries } from './countries';
import { findTimezones } from './timezones';

type Props = {
  name: AskedPreference;
  id: string;
  defaultValue: string;
  error: string | undefined;
  /** The id of the control's form, if the control is outside of it. */
  form?: string;
  hint?: string | undefined;
  models: readonly ModelChoice[];
  onText: (text: string) => void;
  /** For restricted options: those available to the user. A previously chosen one is always shown. */
  offered?: readonly string[] | undefined;
  /** A number for which the position in the range matters more than the value. */
  isSlider?: boolean | undefined;
};

const suggestTimezones: Suggest = (text) => Promise.resolve(findTimezones(text));
const suggestCountries: Suggest = (text) => Promise.resolve(findCountries(text));

/** The control of a preference. */
export function PreferenceInput({ models, onText, hint, offered, isSlider = false, ...shared }: Props) {
  const field: PreferenceField = PREFERENCE_FIELDS[shared.name];
  const described = { ...shared, label: field.label, hint: hint ?? field.hint };
  const onChange = (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value);
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          name={shared.name}
          id={shared.id}
          form={shared.form}
          label={field.label}
          hint={described.hint}
          defaultChecked={shared.defaultValue === 'on'}
          onChange={(event) => onText(switchText(event.currentTarget.checked))}
        />
      );
    case 'option': {
      const isOffered = (value: string) => offered?.includes(value) ?? true;
      return (
        <Select {...described} onChange={onChange}>
          {field.choices
            .filter(({ value }) => isOffered(value) || value === shared.defaultValue)
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {isOffered(value) ? label : `${label} (not on your plan)`}
              </option>
            ))}
        </Select>
      );
    }
    case 'choice': {
      const { choices, others } = field;
      const { defaultValue } = shared;
      const isListed = choices.some(({ value }) => value === defaultValue);
      return (
        <Select {...described} onChange={onChange}>
          {others && !isListed ? <option value={defaultValue}>{others.format(defaultValue)}</option> : null}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      );
    }
    case 'text':
      return (
        <TextArea
          {...described}
          countLimit={field.maxCharacters}
          rows={3}
          className="sm:col-span-2"
          onChange={onChange}
        />
      );
    case 'timezone':
      return (
        <Combobox
          {...described}
          suggest={suggestTimezones}
          minLength={1}
          delayMs={0}
          onValueChange={onText}
        />
      );
    case 'countries':
      return <CountriesInput {...described} onText={onText} />;
    case 'model':
      return (
        <Select {...described} onChange={onChange}>
          <ModelOptions models={models} chosen={shared.defaultValue} />
        </Select>
      );
    case 'money':
    case 'count': {
      const { min, max, step } = field;
      const number = {
        ...described,
        min,
        max,
        step,
        // Typed text, valid or not, and steps by arrow keys.
        onInput: onChange,
        onValueChange: (value: number | null) => {
          if (value !== null) onText(String(value));
        },
      };
      if (isSlider) {
        return (
          <Slider
            {...described}
            {...{ min, max, step }}
            format={(dollars) => `$${dollars.toFixed(2)}`}
            onValueChange={(value) => onText(String(value))}
          />
        );
      }
      return field.kind === 'money' ? (
        <MoneyField {...number} />
      ) : (
        <NumberField {...number} {...(field.unit === undefined ? {} : { unit: field.unit })} />
      );
    }
  }
}

type CountriesProps = Pick<Props, 'name' | 'id' | 'form' | 'defaultValue' | 'error' | 'onText'> & {
  label: string;
  hint: string | undefined;
};

/** Several countries, submitted as comma-separated codes in one field. */
function CountriesInput({ name, form, defaultValue, onText, ...field }: CountriesProps) {
  const [codes, setCodes] = useState(defaultValue === '' ? [] : defaultValue.split(','));
  return (
    <div>
      <MultiSelect
        {...field}
        suggest={suggestCountries}
        delayMs={0}
        maxItems={MAX_COUNTRIES}
        value={codes.map((code) => ({ id: code, label: countryName(code) }))}
        onChange={(chosen) => {
          const next = chosen.map(({ id }) => id);
          setCodes(next);
          onText(next.join(','));
        }}
      />
      <input type="hidden" name={name} form={form} value={codes.join(',')} />
    </div>
  );
}

function ModelOptions({ models, chosen }: { models: readonly ModelChoice[]; chosen: string }) {
  const isGone = chosen !== '' && !models.some(({ value }) => value === chosen);
  const groups = [...new Set(models.map(({ group }) => group))];
  return (
    <>
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
    </>
  );
}
