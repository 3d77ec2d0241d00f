import { useEffect, useState } from 'react';
import { forgetPerson } from '~/features/shell';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';
import { Notice } from '~/ui/notice';
import { NETWORK_ERROR } from '../failures';

type Step =
  | { at: 'rest' }
  | { at: 'confirm'; failure?: string }
  | { at: 'deleting' }
  | { at: 'deleted'; deletionId: string };

type Props = {
  balanceText: string;
  /** Why it cannot be deleted; null when it can. */
  refusal: string | null;
};

const FORCED_SIGN_OUT_MS = 10_000;

/** Asks, deletes, and says that it is done; then one is signed out, by oneself or after ten seconds. */
export function DeleteAccount({ balanceText, refusal }: Props) {
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const close = () => setStep({ at: 'rest' });
  const erase = async () => {
    setStep({ at: 'deleting' });
    setStep(await requestDeletion());
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {refusal === null ? null : <p className="text-s text-ink-2">{refusal}</p>}
      <Button variant="danger" disabled={refusal !== null} onClick={() => setStep({ at: 'confirm' })}>
        Delete account
      </Button>
      <Dialog
        isOpen={step.at === 'confirm'}
        onOpenChange={close}
        title="Delete your account?"
        description="Everything that is yours is removed at once, and it cannot be brought back."
        footer={
          <>
            <Button onClick={close}>Keep my account</Button>
            <Button variant="danger" onClick={() => void erase()}>
              Delete my account
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-s">
          {step.at === 'confirm' && step.failure ? <Notice tone="bad">{step.failure}</Notice> : null}
          <p>
            Your name, address, password, preferences and stored replies go. All browsers and scripts are
            signed out.
          </p>
          <p>Your balance of {balanceText} is lost. The entries of the ledger stay, without a name.</p>
        </div>
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
      description="You are signed out now, at the latest in ten seconds."
      footer={
        <Button variant="primary" onClick={leave}>
          OK
        </Button>
      }
    >
      <p className="text-s">
        Should you ever have a question about it, this is its number:{' '}
        <span className="font-mono break-all">{deletionId}</span>
      </p>
    </Dialog>
  );
}

/** A new page altogether, so that nothing of the old one stays in memory. */
function leave(): void {
  forgetPerson();
  window.location.assign('/login');
}

/** Not by a form of the page: its answer would load the page anew, which is no longer ours to see. */
async function requestDeletion(): Promise<Step> {
  try {
    const response = await fetch('/api/auth/delete-account', { method: 'POST' });
    const answer = (await response.json()) as { deletionId?: string; message?: string };
    if (response.ok && answer.deletionId !== undefined)
      return { at: 'deleted', deletionId: answer.deletionId };
    return {
      at: 'confirm',
      failure: answer.message ?? 'Your account could not be deleted. Please try again.',
    };
  } catch {
    return { at: 'confirm', failure: NETWORK_ERROR };
  }
}
