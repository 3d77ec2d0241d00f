import { useState } from 'react';
import { KEY_PERMISSION_LABELS, KEY_PERMISSIONS } from '~/core/shared/api-keys';
import { DateField } from '~/ui/date/date-field';
import { Checkbox } from '~/ui/form/checkbox';
import { MultiSelect } from '~/ui/form/multi-select';
import { MoneyField, NumberField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { fieldProps, type useForm } from '~/ui/form/use-form';
import type { Suggestion } from '~/ui/form/use-suggestions';

/** A model that a key can be limited to; `id` is `provider/model`. */
export type ModelOption = Pick<Suggestion, 'id' | 'label'>;

const PERMISSION_HINTS = {
  completions: 'Send prompts and list models.',
  baiql: 'Scripts, files and runs.',
  prompts: 'Read and change your saved prompts.',
  usage: 'Read your balance, ledger and usage.',
} as const;

type Metadata = ReturnType<typeof useForm>[1][string];
type FieldName =
  | 'name'
  | 'permissions'
  | 'models'
  | 'monthlyCap'
  | 'perRequestCap'
  | 'requestsPerMinute'
  | 'expiresOn';

type Props = {
  fields: Readonly<Record<FieldName, Metadata>>;
  models: readonly ModelOption[];
  /** Models that the key is limited to. */
  chosen?: readonly string[] | null;
  permissions: readonly string[];
};

/** The fields of a key's name and limits, for new and existing keys. */
export function KeyFields({ fields, models, chosen, permissions }: Props) {
  const labelOf = (id: string): string => models.find((model) => model.id === id)?.label ?? id;
  const [selected, setSelected] = useState<readonly Suggestion[]>(
    (chosen ?? []).map((id) => ({ id, label: labelOf(id) })),
  );
  const suggest = (text: string): Promise<readonly Suggestion[]> => {
    const wanted = text.toLowerCase();
    const found = models.filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(wanted));
    return Promise.resolve(found.map(({ id, label }) => ({ id, label, description: id })));
  };
  return (
    <>
      <TextField
        {...fieldProps(fields.name)}
        label="Name"
        hint="What uses the key, such as “Lesson planner”. It’s shown beside each charge."
        autoComplete="off"
        maxLength={60}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-s font-medium">May be used for</legend>
        {KEY_PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            name="permissions"
            value={permission}
            defaultChecked={permissions.includes(permission)}
            label={KEY_PERMISSION_LABELS[permission]}
            hint={PERMISSION_HINTS[permission]}
          />
        ))}
        {fields.permissions.errors ? (
          <p role="alert" className="text-s text-bad">
            {fields.permissions.errors.join('. ')}
          </p>
        ) : null}
      </fieldset>
      <MultiSelect
        label="Models"
        name="models"
        hint="Leave it empty for all models."
        error={fields.models.errors}
        suggest={suggest}
        delayMs={0}
        value={selected}
        onChange={setSelected}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyField
          {...fieldProps(fields.monthlyCap)}
          label="Limit per month"
          hint="Calendar month in UTC. Empty: no limit."
          min={0}
        />
        <MoneyField
          {...fieldProps(fields.perRequestCap)}
          label="Limit per request"
          hint="Empty: no limit."
          min={0}
        />
        <NumberField
          {...fieldProps(fields.requestsPerMinute)}
          label="Requests a minute"
          hint="Empty: no limit."
          min={1}
        />
        <DateField
          name={fields.expiresOn.name}
          defaultValue={
            typeof fields.expiresOn.initialValue === 'string' ? fields.expiresOn.initialValue : ''
          }
          label="Last day"
          hint="In UTC. Empty: it doesn’t expire."
          error={fields.expiresOn.errors}
        />
      </div>
    </>
  );
}
