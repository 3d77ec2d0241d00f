import { HOUR_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { Services } from '~/services';
import { RAISED_HOURS } from './choices';
import type { Preferences } from './schema';

/** Changes preferences as a person asks. A raised limit may last a week at most, from now. */
export async function changePreferences(
  { preferences, clock }: Services,
  { userId }: UserRef,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const { OverrideExpiresUtc } = changes;
  if (OverrideExpiresUtc && Date.parse(OverrideExpiresUtc) > clock() + RAISED_HOURS.max * HOUR_MS) {
    throw new DomainError('invalid', `A limit can be raised for up to ${String(RAISED_HOURS.max)} hours.`, {
      field: 'OverrideExpiresUtc',
    });
  }
  return preferences.change(userId, changes);
}
