import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { PasswordField } from '~/ui/form/password-field';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { Notice } from '~/ui/notice';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import type { ShownPasskey } from '../passkeys/passkey-schema';
import { asksPassword, asksProofFirst, type OwnerProof } from '../proof-methods';
import { ProofInstead, ProofRequest } from './owner-proof';
import { ceremonyMessage, makePasskey } from './passkey-ceremony';

type Props = {
  passkeys: readonly ShownPasskey[];
  /** Why there can be none here. */
  unavailable: string | null;
  isOnlyWayIn: boolean;
  proof: OwnerProof;
  timeZone: string;
};

type Asked = { what: 'rename' | 'remove'; passkey: ShownPasskey } | { what: 'add' } | null;

/** The user's passkeys, to add, rename and remove. */
export function PasskeyList({ passkeys, unavailable, isOnlyWayIn, proof, timeZone }: Props) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const needsProof = asksProofFirst(proof);
  return (
    <div className="flex flex-col items-start gap-4">
      {passkeys.length === 0 ? null : (
        <ul className="w-full divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
            >
              <div className="min-w-0">
                <p className="text-s font-medium wrap-anywhere">
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="text-xs text-ink-3">
                  Added <DateTime at={passkey.createdAt} timeZone={timeZone} isDay />
                  {passkey.lastUsedAt === null ? (
                    ', never used'
                  ) : (
                    <>
                      , last used <DateTime at={passkey.lastUsedAt} timeZone={timeZone} isDay />
                    </>
                  )}
                </p>
              </div>
              <div className="flex gap-2">
                <Button size="s" onClick={() => setAsked({ what: 'rename', passkey })}>
                  Rename<span className="sr-only">: {passkey.name}</span>
                </Button>
                {isOnlyWayIn || needsProof ? null : (
                  <Button size="s" onClick={() => setAsked({ what: 'remove', passkey })}>
                    Remove<span className="sr-only">: {passkey.name}</span>
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {unavailable !== null ? (
        <p className="text-s text-ink-2">{unavailable}</p>
      ) : needsProof ? (
        <ProofRequest proof={proof} section="security" what="add or remove passkeys" />
      ) : (
        <Button onClick={() => setAsked({ what: 'add' })}>Add a passkey</Button>
      )}
      {asked?.what === 'add' ? <AddDialog proof={proof} onClose={close} /> : null}
      {asked?.what === 'rename' ? <RenameDialog passkey={asked.passkey} onClose={close} /> : null}
      {asked?.what === 'remove' ? (
        <RemoveDialog passkey={asked.passkey} proof={proof} onClose={close} />
      ) : null}
    </div>
  );
}

function AddDialog({ proof, onClose }: { proof: OwnerProof; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [name, setName] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const add = async () => {
    if (name.trim() === '') {
      setFailure('Enter a name, such as that of this device.');
      return;
    }
    setIsBusy(true);
    setFailure(null);
    try {
      await makePasskey({ name, currentPassword });
      showToast('success', 'Passkey added. You can log in with it now.');
      revalidate();
      onClose();
    } catch (error) {
      setFailure(ceremonyMessage(error));
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks you to confirm with your fingerprint, face, PIN or security key."
      submitLabel="Continue"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      {failure === null ? null : (
        <div role="alert">
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
      <TextField
        label="Name"
        hint="So that you recognize it, such as “Work laptop”."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {asksPassword(proof) ? (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
      ) : null}
      {asksPassword(proof) ? <ProofInstead proof={proof} section="security" /> : null}
    </FormDialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: ShownPasskey; onClose: () => void }) {
  const { isBusy, error, submit } = useFetcherForm<'rename-passkey'>({ onDone: onClose });
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel="Rename"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => submit('rename-passkey', { id: passkey.id, name })}
    >
      <TextField
        label="Name"
        maxLength={60}
        error={error}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function RemoveDialog({
  passkey,
  proof,
  onClose,
}: {
  passkey: ShownPasskey;
  proof: OwnerProof;
  onClose: () => void;
}) {
  const { isBusy, error, submit } = useFetcherForm<'remove-passkey'>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Remove “${passkey.name}”?`}
      confirmLabel="Remove passkey"
      onConfirm={(currentPassword) => submit('remove-passkey', { id: passkey.id, currentPassword })}
      {...(asksPassword(proof) ? { proof: { kind: 'password' } } : {})}
      isBusy={isBusy}
      error={error}
    >
      <p>You can then no longer log in with it. Your browser may still offer it until you delete it there.</p>
    </ConfirmDialog>
  );
}
