import PQueue from 'p-queue';
import { DomainError } from '~/core/shared/errors';

/** Checks that may wait per user: an editor sends the next one before the last has returned. */
const MAX_WAITING = 10;

/** Runs one check per user at a time, so that a faulty script can't occupy all workers. */
export interface CheckQueue {
  /** @throws DomainError `rate-limited` if too many are waiting; the signal's reason if it aborts while waiting. */
  take<Result>(userId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export function createCheckQueue(): CheckQueue {
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
