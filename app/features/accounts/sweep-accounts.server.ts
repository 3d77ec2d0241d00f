import type { AccountsDeps } from './deps.server';
import { sweepTokens } from './account-tokens.server';
import { sweepInvitationGrants } from './invitations/use-invitation.server';
import { sweepPasskeyChallenges } from './passkeys/passkey-challenges.server';
import { sweepPendingRegistrations } from './pending-registrations.server';
import { sweepRememberedBrowsers } from './second-factor/remembered-browsers.server';
import { sweepSignIns } from './sign-ins.server';

/** Deletes expired sessions, tokens, registrations, remembered browsers and old logins, and completes invitations. Hourly. */
export async function sweepAccounts(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>,
): Promise<void> {
  await services.sessions.sweep();
  await sweepTokens(services);
  await sweepPendingRegistrations(services);
  await sweepInvitationGrants(services);
  await sweepRememberedBrowsers(services);
  await sweepPasskeyChallenges(services);
  await sweepSignIns(services);
}
