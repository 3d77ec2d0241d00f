import { sweepTokens } from './account-tokens.server';
import type { Accounts } from './deps.server';

/** Forgets sessions and links whose time is over. Run hourly. */
export async function sweepAccounts(deps: Pick<Accounts, 'prisma' | 'clock' | 'sessions'>): Promise<void> {
  await deps.sessions.sweep();
  await sweepTokens(deps);
}
