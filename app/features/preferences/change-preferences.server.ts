import { HOUR_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { UserWithRoles } from '~/core/server/session.server';
import type { PreferencesDeps } from './deps.server';
import { mayStartAt, RAISED_HOURS } from './choices';
import type { Preferences } from './schema';

/**
 * Changes a user's preferences. A raised limit lasts a week at most. The start page must be accessible, and the
 * favorite category must exist unless it is unchanged.
 */
export async function changePreferences(
  { preferences, content, clock }: Pick<PreferencesDeps, 'clock' | 'content' | 'preferences'>,
  { userId, roles }: UserWithRoles,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const { OverrideExpiresUtc, DefaultGlobalLanding, FavoriteCategoryId } = changes;
  if (OverrideExpiresUtc && Date.parse(OverrideExpiresUtc) > clock() + RAISED_HOURS.max * HOUR_MS) {
    throw new DomainError('invalid', `A limit can be raised for up to ${String(RAISED_HOURS.max)} hours.`, {
      field: 'OverrideExpiresUtc',
    });
  }
  const stored = await preferences.read(userId);
  const startPage = DefaultGlobalLanding ?? stored.DefaultGlobalLanding;
  if (startPage !== stored.DefaultGlobalLanding && !mayStartAt({ roles }, startPage)) {
    throw new DomainError('invalid', 'Your plan doesn’t include that page. Choose another start page.', {
      field: 'DefaultGlobalLanding',
    });
  }
  const favorite = FavoriteCategoryId ?? stored.FavoriteCategoryId;
  if (favorite !== stored.FavoriteCategoryId) {
    const categories = await content.categories();
    if (!categories.some(({ id }) => String(id) === String(favorite))) {
      throw new DomainError('invalid', 'There’s no such category. Choose another one.', {
        field: 'FavoriteCategoryId',
      });
    }
  }
  return preferences.change(userId, changes);
}
