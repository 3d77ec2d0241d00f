import { useFetcher } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { ROLE_LABELS, ROLES } from '~/core/shared/permissions';
import { invitationFormSchema } from '~/features/accounts';
import { Button } from '~/ui/button';
import { CodeBlock } from '~/ui/code-block';
import { EmailField } from '~/ui/form/email-field';
import { Form } from '~/ui/form/form';
import { MoneyField, NumberField } from '~/ui/form/number-field';
import { Select } from '~/ui/form/select';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';

type Outcome = FormOutcome<'create', { link: string | null; message: string }>;

/** Creates an invitation and shows its link, which can be copied again from the list. */
export function InvitationDialog({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<Outcome>();
  const isBusy = fetcher.state !== 'idle';
  const done = fetcher.data?.done;
  const [form, fields] = useForm(invitationFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { email: '', role: '', credit: '0.00', expiresInDays: '7', maxUses: '1' },
  });
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={onClose}
      title="Create an invitation"
      description="With an email address, only that address can use it, once. Without one, anyone who has the link can."
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
              Create invitation
            </Button>
          </>
        )
      }
    >
      {done ? (
        <div role="status" className="flex flex-col gap-4">
          <Notice tone="good">{done.message}</Notice>
          {done.link === null ? null : <CodeBlock title="Link" code={done.link} />}
        </div>
      ) : (
        <Form form={form} intent="create" fetcher={fetcher}>
          <EmailField field={fields.email} label="Email (optional)" />
          <Select label="Role" {...fieldProps(fields.role)}>
            <option value="">None</option>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
          <MoneyField label="Starting credit" min={0} max={1000} {...fieldProps(fields.credit)} />
          <div className="grid grid-cols-2 gap-4">
            <NumberField label="Expires in days" min={1} max={365} {...fieldProps(fields.expiresInDays)} />
            <NumberField label="Uses" min={1} max={1000} {...fieldProps(fields.maxUses)} />
          </div>
        </Form>
      )}
    </Dialog>
  );
}
