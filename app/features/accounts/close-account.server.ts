import type { UserRef } from '~/core/server/session.server';
import { withinTime } from '~/core/shared/clock';
import type { AccountsDeps } from './deps.server';

/** Timeout per attempt, so that hung work can't block closing an account. */
const ENDING_MS = 10_000;

/**
 * Ends the user's sessions, requests, streams, completions (also at the vendor) and runs, then calls `rest`. Until
 * then, new requests of the user are rejected.
 */
export function closeAccount<T>(
  services: Pick<AccountsDeps, 'log' | 'sessions' | 'inFlightRequests' | 'baiql' | 'runningCompletions'>,
  actor: UserRef,
  userId: string,
  rest: () => Promise<T>,
): Promise<T> {
  const { inFlightRequests, sessions, runningCompletions, baiql, log } = services;
  const endCalls = () => Promise.all([runningCompletions.stopAll(userId), baiql.runner.endRunsOf(userId)]);
  return inFlightRequests.close(actor, userId, async (othersEnded) => {
    await sessions.endAll(userId);
    // Requests wait for their completions and may start one while ending, so this runs twice.
    const isFirstEnd = await withinTime(Promise.all([othersEnded, endCalls()]), ENDING_MS);
    const isSecondEnd = await withinTime(endCalls(), ENDING_MS);
    if (!isFirstEnd || !isSecondEnd)
      log.warn({ userId }, 'an account was closed while some of its work hung');
    return rest();
  });
}
