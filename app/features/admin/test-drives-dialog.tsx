import { useFetcher } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { Button } from '~/ui/button';
import { CodeBlock } from '~/ui/code-block';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { MoneyField, NumberField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { testDrivesFormSchema } from './schema';

type Made = { email: string; password: string };
type Outcome = FormOutcome<'test-drives', { message: string; made: Made[]; skipped: string[] }>;

/** Creates test-drive accounts and shows their passwords once. */
export function TestDrivesDialog({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<Outcome>();
  const isBusy = fetcher.state !== 'idle';
  const done = fetcher.data?.done;
  const [form, fields] = useForm(testDrivesFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { first: '0', count: '1', credit: '5.00' },
  });
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={onClose}
      title="Create test-drive accounts"
      description="Accounts named testdrive plus a number. They can’t pay by card, and they’re asked for feedback."
      footer={
        done ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={form.id} variant="primary" isBusy={isBusy}>
              Create accounts
            </Button>
          </>
        )
      }
    >
      {done ? (
        <MadeAccounts {...done} />
      ) : (
        <Form form={form} intent="test-drives" fetcher={fetcher}>
          <div className="grid grid-cols-2 gap-4">
            <NumberField label="First number" min={0} max={9999} {...fieldProps(fields.first)} />
            <NumberField label="How many" min={1} max={100} {...fieldProps(fields.count)} />
          </div>
          <TextField
            label="Domain"
            hint="The part of the email addresses after @."
            placeholder="example.org"
            {...fieldProps(fields.domain)}
          />
          <MoneyField label="Credit for each" min={0} max={100} {...fieldProps(fields.credit)} />
          <Checkbox
            label="New passwords for existing accounts"
            hint="Only for test-drive accounts that were never logged in to. Their old passwords stop working."
            name={fields.renewUnused.name}
          />
          <p className="text-s text-ink-3">
            The number decides the test group: 0–9 Early Adopters, 10–79 Techies, 80–89 Education, all others
            Miscellaneous.
          </p>
        </Form>
      )}
    </Dialog>
  );
}

function MadeAccounts({ message, made, skipped }: NonNullable<Outcome['done']>) {
  return (
    <div role="status" className="flex flex-col gap-4">
      {made.length === 0 ? (
        <Notice>{message}</Notice>
      ) : (
        <>
          <Notice tone="good">{message} Copy the passwords now: they won’t be shown again.</Notice>
          <CodeBlock
            title="Emails and passwords"
            code={made.map(({ email, password }) => `${email}\t${password}`).join('\n')}
          />
        </>
      )}
      {skipped.length === 0 ? null : (
        <p className="text-s text-ink-2">Already exist, unchanged: {skipped.join(', ')}</p>
      )}
    </div>
  );
}
