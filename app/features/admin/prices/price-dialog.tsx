import { useFetcher } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { priceFormSchema, type PricePreview, type PriceRow } from '~/features/billing';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { NumberField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { FormDialog } from '~/ui/overlay/form-dialog';

type Props = {
  /** Undefined for a new price. */
  price?: PriceRow | undefined;
  onClose: () => void;
};

const STEP = 0.000001;

/** Edits a model's base rates, or adds a price. */
export function PriceDialog({ price, onClose }: Props) {
  const { fetcher, isBusy } = useFetcherForm<'save'>({ onDone: onClose });
  const [form, fields] = useForm(priceFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: price
      ? { ...price, isActive: price.isActive ? 'on' : '' }
      : { provider: 'OpenAI', currency: 'USD', isActive: 'on' },
  });
  const isFixed = price !== undefined;
  return (
    <FormDialog
      title={price ? `Price of ${price.displayName}` : 'Add a price'}
      description="In dollars per 1,000 tokens. Requests in progress keep their original price."
      formId={form.id}
      submitLabel="Save price"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="save" fetcher={fetcher}>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField label="Provider" readOnly={isFixed} {...fieldProps(fields.provider)} />
          <TextField label="Model" readOnly={isFixed} {...fieldProps(fields.model)} />
          <NumberField label="Input" prefix="$" step={STEP} min={0} {...fieldProps(fields.inputPricePer1K)} />
          <NumberField
            label="Output"
            prefix="$"
            step={STEP}
            min={0}
            {...fieldProps(fields.outputPricePer1K)}
          />
        </div>
        <input type="hidden" name={fields.currency.name} value="USD" />
        {price && price.extras.length > 0 ? (
          <p className="text-s text-ink-2">Steps and fees stay as they are: {price.extras.join('; ')}.</p>
        ) : null}
        <Preview />
        <Checkbox
          label="Active"
          hint="Without an active price, a model can’t be called."
          {...checkboxProps(fields.isActive)}
        />
        {fetcher.data?.code === 'price_jump' ? (
          <Checkbox label="Yes, change it more than tenfold" {...checkboxProps(fields.isJumpMeant)} />
        ) : null}
      </Form>
    </FormDialog>
  );
}

type PreviewOutcome = FormOutcome<'preview', PricePreview>;

/** The cost of the last 30 days at the prices in the form. */
function Preview() {
  const fetcher = useFetcher<PreviewOutcome>();
  const ask = (form: HTMLFormElement | null) => {
    if (!form) return;
    const fields = new FormData(form);
    fields.set('intent', 'preview');
    fetcher.submit(fields, { method: 'post' });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="s" isBusy={fetcher.state !== 'idle'} onClick={(event) => ask(event.currentTarget.form)}>
        Compare with the last 30 days
      </Button>
      <p role="status" className="min-w-0 grow basis-40 text-s text-ink-2">
        {fetcher.data ? <PreviewText {...fetcher.data} /> : null}
      </p>
    </div>
  );
}

function PreviewText({ done, reply }: PreviewOutcome) {
  if (!done) return Object.values(reply.error ?? {}).flatMap((each) => each ?? [])[0];
  const { calls, beforeMicroUsd, afterMicroUsd, isCut } = done;
  if (calls === 0) return 'No one has used this model in the last 30 days.';
  const requests = calls === 1 ? 'request' : 'requests';
  return (
    <>
      {formatCount(calls)} {isCut ? `recent ${requests}` : `${requests} in 30 days`}:{' '}
      {beforeMicroUsd === null ? null : (
        <>
          <Money use="exact" microUsd={beforeMicroUsd} /> at today’s price,{' '}
        </>
      )}
      <Money use="exact" microUsd={afterMicroUsd} /> at this one, excluding caching and searches.
    </>
  );
}
