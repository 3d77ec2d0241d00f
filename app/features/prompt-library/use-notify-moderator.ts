import { useState } from 'react';
import { showToast } from '~/ui/overlay/toast';
import type { Outcome } from './prompt-calls';

type Options = {
  call: () => Promise<Outcome<{ message: string }>>;
  /** Said where the server gave no reason. */
  failed: string;
  onDone: () => void;
};

/** Sends a report or an appeal: the dialog stays with its reason until a moderator has it. */
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
