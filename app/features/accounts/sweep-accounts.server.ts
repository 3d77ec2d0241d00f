import type { Services } from '~/services';
import { sweepTokens } from './account-tokens.server';
import { sweepPendingRegistrations } from './pending-registrations.server';

/** Forgets sessions, tokens and registrations whose time is over. Run hourly. */
export async function sweepAccounts(services: Services): Promise<void> {
  await services.sessions.sweep();
  await sweepTokens(services);
  await sweepPendingRegistrations(services);
}
