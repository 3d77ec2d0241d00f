import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { showToast } from '../overlay/toast';

/** What a form gives back once it is done; no message where its result speaks for itself. */
interface DoneForm {
  message: string | null;
}

interface Outcome<Intent extends string, Done extends DoneForm> {
  intent: Intent;
  done: Done | null;
  reply: SubmissionResult | null;
  /** The code of the error, where the page offers another way. */
  code?: string | null;
}

interface Options<Intent extends string, Done extends DoneForm> {
  onDone?: ((done: Done, intent: Intent) => void) | undefined;
  /** Where there is no form to show an error in, or none any more after errors of these codes. */
  isErrorToasted?: boolean | ((code: string | null | undefined) => boolean);
  /** The address of the forms, where they are not those of the page. */
  action?: string;
}

/**
 * Sends the forms of a page from a dialog, a row or a menu, without leaving the page or its address. A toast says what
 * was done; what went wrong is for the form to show.
 */
export function useFetcherForm<Intent extends string, Done extends DoneForm = { message: string }>({
  onDone,
  isErrorToasted,
  action,
}: Options<Intent, Done> = {}) {
  const fetcher = useFetcher<Outcome<Intent, Done>>();
  const { data } = fetcher;
  const errors = Object.values(data?.reply?.error ?? {}).flatMap((each) => each ?? []);
  const error = errors.length === 0 ? undefined : errors.join(' ');
  const latest = useRef({ onDone, toasted: undefined as string | undefined });
  const isToasted = typeof isErrorToasted === 'function' ? isErrorToasted(data?.code) : isErrorToasted;
  latest.current = { onDone, toasted: isToasted ? error : undefined };
  useEffect(() => {
    const { onDone: end, toasted } = latest.current;
    if (data?.done) {
      if (data.done.message !== null) showToast('success', data.done.message);
      end?.(data.done, data.intent);
    } else if (toasted !== undefined) showToast('error', toasted);
  }, [data]);
  return {
    fetcher,
    isBusy: fetcher.state !== 'idle',
    error,
    submit: (intent: Intent, fields: Readonly<Record<string, string>> = {}) =>
      fetcher.submit({ intent, ...fields }, { method: 'post', ...(action === undefined ? {} : { action }) }),
  };
}
