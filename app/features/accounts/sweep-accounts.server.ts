import type { AccountsDeps } from './deps.server';
import { sweepTokens } from './account-tokens.server';
import { sweepPendingRegistrations } from './pending-registrations.server';

/** Deletes expired sessions, tokens and registrations. Runs hourly. */
export async function sweepAccounts(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions'>,
): Promise<void> {
  await services.sessions.sweep();
  await sweepTokens(services);
  await sweepPendingRegistrations(services);
}
