import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { ROLE_LABELS, ROLES } from '~/core/shared/permissions';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { rolesFormSchema, type AdminUser } from './schema';
import { nameOf } from './user-columns';

type Outcome = FormOutcome<'suspend' | 'unsuspend' | 'roles' | 'end-sessions', { message: string }>;

/** Sends a form of this page from where it is, and says when it is done; `onDone` must stay the same function. */
export function useUserForm(onDone?: () => void) {
  const fetcher = useFetcher<Outcome>();
  const { data } = fetcher;
  useEffect(() => {
    if (!data?.done) return;
    showToast('success', data.done.message);
    onDone?.();
  }, [data, onDone]);
  const errors = Object.values(data?.reply?.error ?? {}).flatMap((each) => each ?? []);
  return {
    fetcher,
    isBusy: fetcher.state !== 'idle',
    error: errors.length === 0 ? undefined : errors.join(' '),
    submit: (intent: Outcome['intent'], userId: string) =>
      fetcher.submit({ intent, userId }, { method: 'post' }),
  };
}

type Props = { user: AdminUser; onClose: () => void };

export function SuspendDialog({ user, onClose }: Props) {
  const { isBusy, error, submit } = useUserForm(onClose);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Suspend ${nameOf(user)}?`}
      confirmLabel="Suspend user"
      onConfirm={() => submit('suspend', user.id)}
      isBusy={isBusy}
      error={error}
    >
      <p>
        <b className="font-semibold wrap-anywhere">{user.email}</b> is signed out everywhere at once and can’t
        sign in, and batch runs under way stop.
      </p>
      <p>Prompts, files and the balance are kept. You can unsuspend the account at any time.</p>
    </ConfirmDialog>
  );
}

export function EndSessionsDialog({ user, onClose }: Props) {
  const { isBusy, error, submit } = useUserForm(onClose);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Sign ${nameOf(user)} out everywhere?`}
      confirmLabel="Sign out everywhere"
      onConfirm={() => submit('end-sessions', user.id)}
      isBusy={isBusy}
      error={error}
    >
      <p>
        All browsers and scripts of <b className="font-semibold wrap-anywhere">{user.email}</b> have to sign
        in again. Batch runs go on.
      </p>
    </ConfirmDialog>
  );
}

export function RolesDialog({ user, onClose }: Props) {
  const { fetcher, isBusy } = useUserForm(onClose);
  const [form, fields] = useForm(rolesFormSchema, { lastResult: fetcher.data?.reply });
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={onClose}
      title={`Roles of ${nameOf(user)}`}
      description={user.email}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={form.id} variant="primary" isBusy={isBusy}>
            Save roles
          </Button>
        </>
      }
    >
      <Form form={form} intent="roles" fetcher={fetcher}>
        <input type="hidden" name="userId" value={user.id} />
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Roles</legend>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              name={fields.roles.name}
              value={role}
              label={ROLE_LABELS[role]}
              defaultChecked={user.roles.includes(role)}
            />
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}
