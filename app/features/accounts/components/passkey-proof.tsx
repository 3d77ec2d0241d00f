import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { showToast } from '~/ui/overlay/toast';
import { ceremonyMessage, proveWithPasskey } from './passkey-ceremony';

/** Confirms with a passkey that it's the owner; the page then shows what waited for it. */
export function PasskeyProof() {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const prove = async () => {
    setIsBusy(true);
    try {
      showToast('success', await proveWithPasskey());
      revalidate();
    } catch (error) {
      showToast('error', ceremonyMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button isBusy={isBusy} onClick={() => void prove()}>
      Confirm with a passkey
    </Button>
  );
}
