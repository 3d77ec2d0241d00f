import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { pairFormSchema } from './forms';
import type { ListedPair } from './read-content.server';

/** Edits a style and its outcome, or adds a pair. */
export function PairDialog({ pair, onClose }: { pair: ListedPair | undefined; onClose: () => void }) {
  const { fetcher, isBusy } = useFetcherForm({ onDone: onClose });
  const [form, fields] = useForm(pairFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: pair
      ? {
          styleName: pair.styleName,
          styleText: pair.styleText,
          outcomeName: pair.outcomeName,
          outcomeText: pair.outcomeText,
          isActive: pair.isActive,
        }
      : { isActive: true },
  });
  return (
    <FormDialog
      title={pair ? `Edit ${pair.styleName}` : 'Add a pair of templates'}
      description="This sentence goes between them: “Focus on {topic}, specifically addressing {details}.”"
      size="l"
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="save-pair" fetcher={fetcher}>
        {pair ? (
          <>
            <input type="hidden" name="styleId" value={pair.styleId} />
            <input type="hidden" name="outcomeId" value={pair.outcomeId} />
          </>
        ) : null}
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
          <div className="flex flex-col gap-4">
            <TextField label="Style" {...fieldProps(fields.styleName)} />
            <TextArea
              label="Style text"
              hint="How the model should work: role, reader, method, what to avoid."
              rows={8}
              {...fieldProps(fields.styleText)}
            />
          </div>
          <div className="flex flex-col gap-4">
            <TextField label="Outcome" {...fieldProps(fields.outcomeName)} />
            <TextArea
              label="Outcome text"
              hint="What it should hand back: parts, length, checks."
              rows={8}
              {...fieldProps(fields.outcomeText)}
            />
          </div>
        </div>
        <Checkbox label="Shown" {...checkboxProps(fields.isActive)} />
      </Form>
    </FormDialog>
  );
}
