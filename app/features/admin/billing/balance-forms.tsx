import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { Form, SubmitButton } from '~/ui/form/form';
import { MoneyField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { showToast } from '~/ui/overlay/toast';
import type { ChosenUser } from '../find-user.server';
import { adjustFormSchema, DEFAULT_GRANT_USD, grantFormSchema } from './schema';

type Props = { user: ChosenUser; formKey: string };
type Outcome = FormOutcome<'grant' | 'adjust', { message: string; key: string }>;

/** Submits one of the two forms and shows a toast on success. */
function useBalanceForm() {
  const fetcher = useFetcher<Outcome>();
  const { data } = fetcher;
  useEffect(() => {
    if (data?.done) showToast('success', data.done.message);
  }, [data]);
  return { fetcher, lastResult: data?.reply };
}

/** The idempotency key changes only after a success, so double submits and retries post once. */
function useFormKey(formKey: string, doneKey: string | undefined): string {
  const [key, setKey] = useState(formKey);
  useEffect(() => {
    if (doneKey === key) setKey(formKey);
  }, [doneKey, formKey, key]);
  return key;
}

export function GrantForm({ user, formKey }: Props) {
  const { fetcher, lastResult } = useBalanceForm();
  const key = useFormKey(formKey, fetcher.data?.done?.key);
  const [form, fields] = useForm(grantFormSchema, {
    lastResult,
    defaultValue: { amount: DEFAULT_GRANT_USD },
  });
  return (
    <section aria-labelledby="grant-title">
      <h2 id="grant-title" className="mb-3 text-l">
        Grant credit
      </h2>
      <Form form={form} intent="grant" fetcher={fetcher}>
        <input type="hidden" name="userId" value={user.id} />
        <input type="hidden" name="key" value={key} />
        <MoneyField
          label="Amount"
          hint="Credit makes a Free account Pro."
          min={0}
          {...fieldProps(fields.amount)}
        />
        <TextField
          label="Note"
          hint="Optional. The user sees it in the ledger."
          {...fieldProps(fields.note)}
        />
        <SubmitButton className="self-start">Grant</SubmitButton>
      </Form>
    </section>
  );
}

export function AdjustForm({ user, formKey }: Props) {
  const { fetcher, lastResult } = useBalanceForm();
  const key = useFormKey(formKey, fetcher.data?.done?.key);
  const [form, fields] = useForm(adjustFormSchema, { lastResult });
  const [debit, setDebit] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const isConfirmed = useRef(false);
  return (
    <section aria-labelledby="adjust-title">
      <h2 id="adjust-title" className="mb-3 text-l">
        Adjust balance
      </h2>
      <div
        ref={place}
        onSubmitCapture={(event) => {
          const amount = new FormData(event.target as HTMLFormElement).get('amount');
          const parsed = adjustFormSchema.shape.amount.safeParse(amount);
          if (!parsed.success || parsed.data >= 0 || isConfirmed.current) {
            isConfirmed.current = false;
            return;
          }
          // Debits need confirmation; other errors appear on submit.
          event.preventDefault();
          event.stopPropagation();
          setDebit((-parsed.data / 100).toFixed(2));
        }}
      >
        <Form form={form} intent="adjust" fetcher={fetcher}>
          <input type="hidden" name="userId" value={user.id} />
          <input type="hidden" name="key" value={key} />
          <MoneyField
            label="Amount"
            hint="Enter a negative amount to debit the balance."
            {...fieldProps(fields.amount)}
          />
          <TextField
            label="Note"
            hint="The reason. The user sees it in the ledger."
            {...fieldProps(fields.note)}
          />
          <SubmitButton variant="secondary" className="self-start">
            Adjust
          </SubmitButton>
        </Form>
      </div>
      <ConfirmDialog
        isOpen={debit !== null}
        onOpenChange={() => setDebit(null)}
        title={`Debit $${debit ?? ''} from ${user.email}?`}
        confirmLabel={`Debit $${debit ?? ''}`}
        onConfirm={() => {
          setDebit(null);
          isConfirmed.current = true;
          place.current?.querySelector('form')?.requestSubmit();
        }}
      >
        <p>
          The amount is debited right away. You can credit it back later; both entries stay in the ledger.
        </p>
      </ConfirmDialog>
    </section>
  );
}
