import type { State } from '~/ui/badge';
import { formatCount } from '~/ui/format-count';
import type { RunItem, RunView } from '../runs/responses';

/** Green if completed, red if failed, amber otherwise. A cancelled run is a failed one with its own label. */
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

/** Label of a transaction's status, or of its review. */
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
