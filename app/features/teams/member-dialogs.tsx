import { Form } from '~/ui/form/form';
import { MoneyField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import type { TeamMemberView } from './read-team.server';
import { budgetSchema, renameSchema } from './schema';
import type { TeamIntent } from './team-terms';

export type MemberDialogProps = { member: TeamMemberView; onClose: () => void };

export function RemoveDialog({ member: { userId, name, email }, onClose }: MemberDialogProps) {
  const { isBusy, error, submit } = useFetcherForm<TeamIntent>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove from team"
      onConfirm={() => submit('remove', { userId })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        <b className="font-semibold wrap-anywhere">{email}</b> loses the plan’s features and no longer sees
        the team’s prompts. The prompts they shared stay theirs, and are no longer shared.
      </p>
      <p>Their account and balance aren’t touched. You can invite them again.</p>
    </ConfirmDialog>
  );
}

export function LeaveDialog({ teamName, onClose }: { teamName: string; onClose: () => void }) {
  const { isBusy, error, submit } = useFetcherForm<TeamIntent>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Leave ${teamName}?`}
      confirmLabel="Leave team"
      onConfirm={() => submit('leave')}
      isBusy={isBusy}
      error={error}
    >
      <p>
        You’ll lose the plan’s features and no longer see the team’s prompts. Your own prompts and your
        balance stay yours. To come back, you need a new invitation.
      </p>
    </ConfirmDialog>
  );
}

/** Sets a member's monthly limit; empty: their whole balance. */
export function BudgetDialog({ member: { userId, name, usage }, onClose }: MemberDialogProps) {
  const { fetcher, isBusy } = useFetcherForm<TeamIntent>({ onDone: onClose });
  const cents = usage?.budgetCents ?? null;
  const [form, fields] = useForm(budgetSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { budget: cents === null ? '' : (cents / 100).toFixed(2) },
  });
  return (
    <FormDialog
      title={`Monthly budget of ${name}`}
      description="Requests that would exceed it are refused until next month (UTC)."
      formId={form.id}
      submitLabel="Save budget"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="budget" fetcher={fetcher}>
        <input type="hidden" name="userId" value={userId} />
        <MoneyField
          label="Dollars per month"
          hint="Leave it empty for no budget."
          min={0}
          {...fieldProps(fields.budget)}
        />
      </Form>
    </FormDialog>
  );
}

export function RenameDialog({ teamName, onClose }: { teamName: string; onClose: () => void }) {
  const { fetcher, isBusy } = useFetcherForm<TeamIntent>({ onDone: onClose });
  const [form, fields] = useForm(renameSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { name: teamName },
  });
  return (
    <FormDialog
      title="Rename team"
      formId={form.id}
      submitLabel="Save name"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="rename" fetcher={fetcher}>
        <TextField label="Name" maxLength={80} {...fieldProps(fields.name)} />
      </Form>
    </FormDialog>
  );
}
