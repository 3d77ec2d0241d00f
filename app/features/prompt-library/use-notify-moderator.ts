import { useState } from 'react';
import { showToast } from '~/ui/overlay/toast';
import type { Outcome } from './prompt-calls';

type Options = {
  call: () => Promise<Outcome<{ message: string }>>;
  /** Fallback message. */
  failed: string;
  onDone: () => void;
};

/** Sends a report or an appeal. The dialog and its text stay until the request has succeeded. */
export function useNotifyModerator({ call, failed, onDone }: Options) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function send() {
    setIsBusy(true);
    const result = await call();
    setIsBusy(false);
    if (result.ok) {
      showToast('success', result.answer.message);
      onDone();
    } else setError(result.message || failed);
  }
  return { isBusy, error, setError, send: () => void send() };
}
