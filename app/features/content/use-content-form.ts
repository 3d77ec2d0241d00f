import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { showToast } from '~/ui/overlay/toast';

/** Sends a form of this page from where it is, and says when it is done; `onDone` must stay the same function. */
export function useContentForm(onDone: () => void) {
  const fetcher = useFetcher<FormOutcome<string, { message: string }>>();
  const { data } = fetcher;
  useEffect(() => {
    if (!data?.done) return;
    showToast('success', data.done.message);
    onDone();
  }, [data, onDone]);
  return { fetcher, lastResult: data?.reply, isBusy: fetcher.state !== 'idle' };
}
