import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { showToast } from '~/ui/overlay/toast';
import type { Connection } from './schema';

/** What each form of the page gives back once it is done. */
export interface Done {
  /** Null for a test, whose result is shown where it belongs. */
  message: string | null;
  providerId: string;
  connection: Connection | null;
}

type Outcome = FormOutcome<string, Done>;

/** Sends a form of this page from where it is, says when it is done, and hands over what came of it. */
export function useModelsForm(onDone?: (done: Done) => void) {
  const fetcher = useFetcher<Outcome>();
  const { data } = fetcher;
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (!data?.done) return;
    if (data.done.message !== null) showToast('success', data.done.message);
    latest.current?.(data.done);
  }, [data]);
  const errors = Object.values(data?.reply?.error ?? {}).flatMap((each) => each ?? []);
  return {
    fetcher,
    isBusy: fetcher.state !== 'idle',
    error: errors.length === 0 ? undefined : errors.join(' '),
    submit: (intent: string, fields: Record<string, string>) =>
      fetcher.submit({ intent, ...fields }, { method: 'post' }),
  };
}
