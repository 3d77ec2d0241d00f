import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { showToast } from '../overlay/toast';

/** Result of a successful form; no message if the result is visible anyway. */
interface DoneForm {
  message: string | null;
}

interface Outcome<Intent extends string, Done extends DoneForm> {
  intent: Intent;
  done: Done | null;
  reply: SubmissionResult | null;
  /** The error's code, for pages that offer an alternative. */
  code?: string | null;
}

interface Options<Intent extends string, Done extends DoneForm> {
  onDone?: ((done: Done, intent: Intent) => void) | undefined;
  /** For forms without a place for errors, or whose form disappears on errors with these codes. */
  toastErrors?: boolean | ((code: string | null | undefined) => boolean);
  /** URL of the action, if it isn't the page's. */
  action?: string;
}

/**
 * Submits a page's forms from a dialog, row or menu without navigating. Success shows a toast; the form shows errors.
 */
export function useFetcherForm<Intent extends string, Done extends DoneForm = { message: string }>({
  onDone,
  toastErrors,
  action,
}: Options<Intent, Done> = {}) {
  const fetcher = useFetcher<Outcome<Intent, Done>>();
  const { data } = fetcher;
  const errors = Object.values(data?.reply?.error ?? {}).flatMap((each) => each ?? []);
  const error = errors.length === 0 ? undefined : errors.join(' ');
  const latest = useRef({ onDone, toasted: undefined as string | undefined });
  const isToasted = typeof toastErrors === 'function' ? toastErrors(data?.code) : toastErrors;
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
