import { HOUR_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { UserWithRoles } from '~/core/server/session.server';
import type { Services } from '~/services';
import { mayStartAt, RAISED_HOURS } from './choices';
import type { Preferences } from './schema';

/**
 * Changes preferences as a person asks. A raised limit may last a week at most, from now. A start page must be one that
 * they may open, unless they chose it when they could.
 */
export async function changePreferences(
  { preferences, clock }: Services,
  { userId, roles }: UserWithRoles,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const { OverrideExpiresUtc, DefaultGlobalLanding } = changes;
  if (OverrideExpiresUtc && Date.parse(OverrideExpiresUtc) > clock() + RAISED_HOURS.max * HOUR_MS) {
    throw new DomainError('invalid', `A limit can be raised for up to ${String(RAISED_HOURS.max)} hours.`, {
      field: 'OverrideExpiresUtc',
    });
  }
  const isShut = DefaultGlobalLanding !== undefined && !mayStartAt({ roles }, DefaultGlobalLanding);
  if (isShut && DefaultGlobalLanding !== (await preferences.read(userId)).DefaultGlobalLanding) {
    throw new DomainError('invalid', 'Your plan doesn’t include that page. Choose another start page.', {
      field: 'DefaultGlobalLanding',
    });
  }
  return preferences.change(userId, changes);
}
