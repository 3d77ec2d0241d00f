import PQueue from 'p-queue';
import { DomainError } from '~/core/shared/errors';

/** Checks of one user that may wait for the one at work: an editor asks again before it has its answer. */
const MAX_WAITING = 10;

/** One check of a user at a time, so that nobody takes all workers with a script of mistakes. */
export interface CheckTurns {
  /** @throws DomainError `rate-limited` when too many wait already; the signal's reason when it aborts while waiting. */
  take<Result>(userId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export function createCheckTurns(): CheckTurns {
  const queues = new Map<string, PQueue>();
  return {
    async take(userId, signal, work) {
      const queue = queues.get(userId) ?? new PQueue({ concurrency: 1 });
      if (queue.size >= MAX_WAITING) {
        throw new DomainError(
          'rate-limited',
          'Your earlier checks are still running. Try again in a moment.',
          {
            code: 'too_many_checks',
            retryAfterSeconds: 2,
          },
        );
      }
      queues.set(userId, queue);
      try {
        return await queue.add(work, { signal });
      } finally {
        if (queue.size === 0 && queue.pending === 0) queues.delete(userId);
      }
    },
  };
}
