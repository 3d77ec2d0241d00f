import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { purposeFormSchema } from './forms';
import type { ListedPair, ListedPurpose } from './read-content.server';

type Props = { purpose: ListedPurpose | undefined; pairs: readonly ListedPair[]; onClose: () => void };

export function PurposeDialog({ purpose, pairs, onClose }: Props) {
  const { fetcher, isBusy } = useFetcherForm({ onDone: onClose });
  const [form, fields] = useForm(purposeFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: purpose
      ? {
          name: purpose.name,
          description: purpose.description,
          styleTemplateId: purpose.styleTemplateId,
          isActive: purpose.isActive,
        }
      : { isActive: true },
  });
  return (
    <FormDialog
      size="m"
      title={purpose ? `Edit ${purpose.name}` : 'Add a purpose'}
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="save-purpose" fetcher={fetcher}>
        {purpose ? <input type="hidden" name="id" value={purpose.id} /> : null}
        <TextField
          label="Name"
          hint="What people want to do: “Plan a lesson”."
          {...fieldProps(fields.name)}
        />
        <TextField label="Description" {...fieldProps(fields.description)} />
        <Select label="Begins with" {...fieldProps(fields.styleTemplateId)}>
          {pairs.map(({ styleId, styleName, outcomeName }) => (
            <option key={styleId} value={styleId}>
              {styleName} → {outcomeName}
            </option>
          ))}
        </Select>
        <Checkbox label="Shown" {...checkboxProps(fields.isActive)} />
      </Form>
    </FormDialog>
  );
}
