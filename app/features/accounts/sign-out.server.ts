import type { Actor } from '~/core/server/session.server';
import type { Accounts } from './deps.server';

/** Ends this session; without one there is nothing to do. */
export async function signOut(
  { sessions }: Pick<Accounts, 'sessions'>,
  actor: Actor | undefined,
): Promise<void> {
  if (actor) await sessions.end(actor.sessionId);
}
