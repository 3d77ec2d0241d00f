import { useState } from 'react';
import { ROLE_LABELS, ROLES } from '~/core/shared/permissions';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { type AdminUser } from './responses';
import { rolesFormSchema } from './schema';
import { nameOf } from './user-columns';

/** Intents of the Users page. */
export type UserIntent = 'suspend' | 'unsuspend' | 'roles' | 'end-sessions';

type Props = { user: AdminUser; onClose: () => void };

export function SuspendDialog({ user, onClose }: Props) {
  const { isBusy, error, submit } = useFetcherForm<UserIntent>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Suspend ${nameOf(user)}?`}
      confirmLabel="Suspend user"
      onConfirm={() => submit('suspend', { userId: user.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        <b className="font-semibold wrap-anywhere">{user.email}</b> is logged out everywhere right away and
        can’t log in, and batch runs in progress stop.
      </p>
      <p>
        Prompts, files and the balance are kept. Public prompts stay in the community until you hide them. A
        Team or Enterprise plan ends when its paid period does. You can unsuspend the account at any time.
      </p>
    </ConfirmDialog>
  );
}

export function EndSessionsDialog({ user, onClose }: Props) {
  const { isBusy, error, submit } = useFetcherForm<UserIntent>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Log ${nameOf(user)} out everywhere?`}
      confirmLabel="Logout everywhere"
      onConfirm={() => submit('end-sessions', { userId: user.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        All browsers and scripts of <b className="font-semibold wrap-anywhere">{user.email}</b> have to log in
        again. Batch runs continue.
      </p>
    </ConfirmDialog>
  );
}

export function RolesDialog({ user, onClose }: Props) {
  const { fetcher, isBusy } = useFetcherForm<UserIntent>({ onDone: onClose });
  const [form, fields] = useForm(rolesFormSchema, { lastResult: fetcher.data?.reply });
  const [shown] = useState(user.roles); // the list behind the dialog may revalidate
  return (
    <FormDialog
      title={`Roles of ${nameOf(user)}`}
      description={user.email}
      formId={form.id}
      submitLabel="Save roles"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="roles" fetcher={fetcher}>
        <input type="hidden" name="userId" value={user.id} />
        {shown.map((role) => (
          <input key={role} type="hidden" name={fields.shown.name} value={role} />
        ))}
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
    </FormDialog>
  );
}
