import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react';
import { callApi, serverMessageOr, ApiError, NetworkError } from '~/core/browser/call-api';
import { forgetUser } from '~/core/browser/forget-user';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';
import { Notice } from '~/ui/notice';
import { PasswordField } from '~/ui/form/password-field';
import { NETWORK_ERROR } from '../failures';
import { deletedAccountSchema } from '../responses';
import type { OwnerProof } from '../proof-methods';
import { ProofInstead, ProofRequest } from './owner-proof';

/** An error of the proof field, or of the whole request. */
type FormError = { field: 'proof' | undefined; message: string };
type Step =
  | { at: 'rest' }
  | { at: 'confirm'; refusal?: FormError }
  | { at: 'deleting' }
  | { at: 'deleted'; deletionId: string };

/** Data of the delete-account dialog. */
export type Deletion = {
  hasPassword: boolean;
  proof: OwnerProof;
  /** Null if there is no balance to lose. */
  balanceText: string | null;
  /** Why the account can't be deleted; null if it can. */
  refusal: string | null;
};

const FORCED_SIGN_OUT_MS = 10_000;
const FORM = 'delete-account';

const LOST = [
  'Saved prompts and sessions',
  'Scripts, runs and files',
  'Stored replies',
  'Your name, email, password and preferences',
  'Your plan and your place in a team (a team you own is closed)',
  'Access from every browser and script',
] as const;

/** Asks for proof, deletes the account and confirms it; logs out on OK or after ten seconds. */
export function DeleteAccount({ proof: owner, balanceText, refusal }: Deletion) {
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const [proof, setProof] = useState('');
  const asksPassword = owner.ways.includes('password') && !owner.isRecent;
  const close = () => {
    setStep({ at: 'rest' });
    setProof('');
  };
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    setStep({ at: 'deleting' });
    setStep(await requestDeletion(asksPassword ? { password: proof } : {}));
  };
  const refused = step.at === 'confirm' ? step.refusal : undefined;
  const field = {
    value: proof,
    error: refused?.field === undefined ? undefined : refused.message,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setProof(event.currentTarget.value),
  };
  if (refusal === null && !asksPassword && !owner.isRecent)
    return <ProofRequest proof={owner} section="delete" what="delete your account" />;
  return (
    <div className="flex flex-col items-start gap-3">
      {refusal === null ? null : <p className="text-s text-ink-2">{refusal}</p>}
      <Button variant="danger" disabled={refusal !== null} onClick={() => setStep({ at: 'confirm' })}>
        Delete account
      </Button>
      <Dialog
        isOpen={step.at === 'confirm'}
        isDanger
        onOpenChange={close}
        title="Delete your account?"
        description="This permanently deletes your account and everything in it:"
        footer={
          <>
            <Button onClick={close}>Keep my account</Button>
            <Button variant="danger" type="submit" form={FORM}>
              Delete my account
            </Button>
          </>
        }
      >
        <form
          id={FORM}
          noValidate
          onSubmit={(event) => void erase(event)}
          className="flex flex-col gap-3 text-s"
        >
          {refused && refused.field === undefined ? <Notice tone="bad">{refused.message}</Notice> : null}
          <ul className="list-disc pl-5">
            {balanceText === null ? null : <li>Your balance of {balanceText}</li>}
            {LOST.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          {asksPassword ? (
            <>
              <PasswordField label="Your password" autoComplete="current-password" {...field} />
              <ProofInstead proof={owner} section="delete" />
            </>
          ) : null}
        </form>
      </Dialog>
      <Dialog
        isOpen={step.at === 'deleting'}
        isLocked
        onOpenChange={() => undefined}
        title="Deleting your account"
      >
        <p role="status" className="text-s text-ink-2">
          One moment …
        </p>
      </Dialog>
      {step.at === 'deleted' ? <Deleted deletionId={step.deletionId} /> : null}
    </div>
  );
}

function Deleted({ deletionId }: { deletionId: string }) {
  useEffect(() => {
    const timer = setTimeout(leave, FORCED_SIGN_OUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      isOpen
      onOpenChange={leave}
      title="Account deleted"
      description="You’ll be logged out in ten seconds."
      footer={
        <Button variant="primary" onClick={leave}>
          OK
        </Button>
      }
    >
      <p className="text-s">
        If you have a question about it later, mention this number:{' '}
        <span className="font-mono break-all">{deletionId}</span>
      </p>
    </Dialog>
  );
}

/** A full page load, so that nothing of the account stays in memory. */
function leave(): void {
  forgetUser();
  window.location.assign('/login');
}

const NOT_DELETED = 'Your account could not be deleted. Please try again.';
const OF_PROOF: readonly (string | undefined)[] = ['proof_required', 'wrong_password'];

/** Not a page form: its response would revalidate the page, which the user may no longer see. */
async function requestDeletion(proof: { password?: string }): Promise<Step> {
  try {
    const deleted = await callApi('/api/auth/delete-account', deletedAccountSchema, { body: proof });
    return { at: 'deleted', ...deleted };
  } catch (error) {
    const message = error instanceof NetworkError ? NETWORK_ERROR : serverMessageOr(error, NOT_DELETED);
    const isOfProof =
      proof.password !== undefined && error instanceof ApiError && OF_PROOF.includes(error.code);
    return { at: 'confirm', refusal: { field: isOfProof ? 'proof' : undefined, message } };
  }
}
