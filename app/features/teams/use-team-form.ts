import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { showToast } from '~/ui/overlay/toast';

type Intent = 'invite' | 'revoke' | 'rank' | 'budget' | 'remove' | 'leave' | 'rename';
export type TeamOutcome = FormOutcome<Intent, { message: string }>;

/** Sends a form of the team's page from where it is, and says when it is done; `onDone` must stay the same function. */
export function useTeamForm(onDone?: () => void) {
  const fetcher = useFetcher<TeamOutcome>();
  const { data } = fetcher;
  useEffect(() => {
    if (!data?.done) return;
    showToast('success', data.done.message);
    onDone?.();
  }, [data, onDone]);
  const errors = Object.values(data?.reply?.error ?? {}).flatMap((each) => each ?? []);
  return {
    fetcher,
    isBusy: fetcher.state !== 'idle',
    error: errors.length === 0 ? undefined : errors.join(' '),
    submit: (intent: Intent, fields: Readonly<Record<string, string>> = {}) =>
      fetcher.submit({ intent, ...fields }, { method: 'post', action: '/teams' }),
  };
}
