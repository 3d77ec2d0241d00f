import type { AccountsDeps } from './deps.server';
import { sweepTokens } from './account-tokens.server';
import { sweepInvitationGrants } from './invitations/use-invitation.server';
import { sweepPendingRegistrations } from './pending-registrations.server';

/** Deletes expired sessions, tokens and registrations, and completes invitations. Runs hourly. */
export async function sweepAccounts(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>,
): Promise<void> {
  await services.sessions.sweep();
  await sweepTokens(services);
  await sweepPendingRegistrations(services);
  await sweepInvitationGrants(services);
}
