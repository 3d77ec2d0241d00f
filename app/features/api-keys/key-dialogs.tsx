import { ProofRequest, ProofInstead, type OwnerProof } from '~/features/accounts';
import { Form } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { changeKeyFormSchema, createKeyFormSchema } from './forms';
import { KeyFields, type ModelOption } from './key-fields';
import type { ApiKeyView, CreatedKey } from './schema';

export interface KeyDone {
  message: string | null;
  created?: CreatedKey;
}

type Common = { models: readonly ModelOption[]; onClose: () => void };

/** Creates a key. Without a recent proof it asks for the password, or for another proof first. */
export function CreateKeyDialog({
  proof,
  models,
  onClose,
  onCreated,
}: Common & { proof: OwnerProof; onCreated: (created: CreatedKey) => void }) {
  const { fetcher, isBusy } = useFetcherForm<string, KeyDone>({
    onDone: ({ created }) => {
      if (created) onCreated(created);
      onClose();
    },
  });
  const [form, fields] = useForm(createKeyFormSchema, { lastResult: fetcher.data?.reply });
  const hasPassword = proof.ways.includes('password');
  if (!proof.isRecent && !hasPassword)
    return (
      <Dialog isOpen size="s" onOpenChange={onClose} title="Create a key">
        <ProofRequest proof={proof} section="keys" what="create a key" />
      </Dialog>
    );
  return (
    <FormDialog
      size="m"
      title="Create a key"
      description="Programs with the key spend your balance, within the limits you set here."
      formId={form.id}
      submitLabel="Create key"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="create" fetcher={fetcher}>
        <KeyFields fields={fields} models={models} permissions={['completions']} />
        {proof.isRecent ? null : (
          <>
            <PasswordField
              {...fieldProps(fields.currentPassword)}
              label="Your password"
              hint="To confirm that it’s you."
              autoComplete="current-password"
              required
            />
            <ProofInstead proof={proof} section="keys" />
          </>
        )}
      </Form>
    </FormDialog>
  );
}

const dollarsOf = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

/** Renames a key or changes its limits. */
export function EditKeyDialog({ apiKey, models, onClose }: Common & { apiKey: ApiKeyView }) {
  const { fetcher, isBusy } = useFetcherForm<string, KeyDone>({ onDone: onClose });
  const { id, name, permissions, requestsPerMinute, expiresAt } = apiKey;
  const [form, fields] = useForm(changeKeyFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: {
      id,
      name,
      monthlyCap: dollarsOf(apiKey.monthlyCapCents),
      perRequestCap: dollarsOf(apiKey.perRequestCapCents),
      requestsPerMinute: requestsPerMinute === null ? '' : String(requestsPerMinute),
      expiresOn: expiresAt?.slice(0, 10) ?? '',
    },
  });
  return (
    <FormDialog
      size="m"
      title={`Edit ${name}`}
      description="Changes hold from the next request on."
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="change" fetcher={fetcher}>
        <input type="hidden" name="id" value={id} />
        <KeyFields fields={fields} models={models} chosen={apiKey.models} permissions={permissions} />
      </Form>
    </FormDialog>
  );
}

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { isBusy, error, submit } = useFetcherForm<string, KeyDone>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke key"
      onConfirm={() => submit('revoke', { id: apiKey.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        Programs that use the key ending in {apiKey.last4} stop working at once. It can’t be undone. What was
        paid with it stays in your ledger.
      </p>
    </ConfirmDialog>
  );
}
