import type { UserRef } from '~/core/server/session.server';
import { withinTime } from '~/core/shared/clock';
import type { AccountsDeps } from './deps.server';

/** What hangs must not keep an account from being closed. */
const ENDING_MS = 10_000;

/**
 * Ends everything that goes on in a user's name, then does the rest: sessions, requests and streams, calls (at the
 * vendor as well) and runs. Whatever the user asks for meanwhile is refused.
 */
export function closeAccount<T>(
  services: Pick<AccountsDeps, 'log' | 'sessions' | 'userWork' | 'baiql' | 'runningCalls'>,
  actor: UserRef,
  userId: string,
  rest: () => Promise<T>,
): Promise<T> {
  const { userWork, sessions, runningCalls, baiql, log } = services;
  const endCalls = () => Promise.all([runningCalls.stopAll(userId), baiql.runner.endRunsOf(userId)]);
  return userWork.close(actor, userId, async (othersEnded) => {
    await sessions.endAll(userId);
    // Requests wait for their calls, and may begin one in their last moment.
    const isFirstEnd = await withinTime(Promise.all([othersEnded, endCalls()]), ENDING_MS);
    const isSecondEnd = await withinTime(endCalls(), ENDING_MS);
    if (!isFirstEnd || !isSecondEnd)
      log.warn({ userId }, 'an account was closed while some of its work hung');
    return rest();
  });
}
