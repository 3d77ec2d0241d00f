import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '~/core/shared/permissions';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { type AdminUser } from './responses';
import { rolesSchema } from './schema';
import { nameOf } from './user-columns';

export function ResetSecondFactorDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { isBusy, error, submit } = useFetcherForm<'reset-second-factor'>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Reset the second factor of ${nameOf(user)}?`}
      confirmLabel="Reset second factor"
      onConfirm={() => submit('reset-second-factor', { userId: user.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        The authenticator and recovery codes of <b className="font-semibold wrap-anywhere">{user.email}</b>{' '}
        are removed, so that logging in takes only the password. Make sure that it’s really this person who
        asks. They are told by email.
      </p>
    </ConfirmDialog>
  );
}

export function SecondFactorRolesDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { fetcher, isBusy } = useFetcherForm<'second-factor-roles'>({ onDone: onClose });
  const [form, fields] = useForm(rolesSchema, { lastResult: fetcher.data?.reply });
  const [shown] = useState(roles); // the list behind the dialog may revalidate
  return (
    <FormDialog
      title="Require a second factor"
      description="From their next page on, users with these roles who have none can only set one up."
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="second-factor-roles" fetcher={fetcher}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Roles</legend>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              name={fields.roles.name}
              value={role}
              label={ROLE_LABELS[role]}
              defaultChecked={shown.includes(role)}
            />
          ))}
        </fieldset>
      </Form>
    </FormDialog>
  );
}
