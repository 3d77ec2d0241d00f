import type { State } from '~/ui/badge';
import { formatCount } from '~/ui/format-count';
import type { RunItem, RunView } from '../runs/answers';

/** Green when completed, red when failed, amber otherwise; a cancelled run is a failed one with a word of its own. */
export function describeStatus({ status, reason }: Pick<RunView, 'status' | 'reason'>): {
  state: State;
  word: string;
} {
  switch (status) {
    case 'completed':
      return { state: 'good', word: reason === 'trial' ? 'Trial completed' : 'Completed' };
    case 'failed':
      return { state: 'failed', word: reason === 'cancelled' ? 'Cancelled' : 'Failed' };
    case 'queued':
      return { state: 'waiting', word: 'Queued' };
    case 'running':
      return { state: 'waiting', word: 'Running' };
  }
}

export const nameOfItem = ({ label, number }: Pick<RunItem, 'label' | 'number'>): string =>
  label === '' ? `Transaction ${formatCount(number)}` : label;

/** What became of a transaction, or what a person has made of it since. */
export function describeItem({ status, review }: Pick<RunItem, 'status' | 'review'>): {
  state: State;
  word: string;
} {
  if (review?.verdict === 'edited') return { state: 'edited', word: 'Edited' };
  if (review?.verdict === 'asked' && review.isPending) return { state: 'waiting', word: 'Ask again' };
  if (review?.verdict === 'accepted') return { state: 'good', word: 'Accepted' };
  return ITEM_STATES[status];
}

const ITEM_STATES: Readonly<Record<RunItem['status'], { state: State; word: string }>> = {
  succeeded: { state: 'good', word: 'Done' },
  failed: { state: 'failed', word: 'Failed' },
  skipped: { state: 'off', word: 'Skipped' },
};
