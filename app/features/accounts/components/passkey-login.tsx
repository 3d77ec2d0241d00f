import { useSubmit } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { answerSignIn, ceremonyMessage } from './passkey-ceremony';

/** Logs in with a passkey of this browser or device. */
export function PasskeyLogin() {
  const submit = useSubmit();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const signIn = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      submit({ intent: 'passkey', answer: await answerSignIn() }, { method: 'post' });
    } catch (error) {
      setFailure(ceremonyMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      {failure === null ? null : (
        <div role="alert">
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
      <Button size="l" isBusy={isBusy} onClick={() => void signIn()}>
        <KeyRound aria-hidden="true" className="size-4" />
        Sign in with a passkey
      </Button>
    </>
  );
}
