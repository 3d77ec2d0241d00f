import { DAY_MS, type Clock } from '~/core/shared/clock';
import type { PreferencesStore } from '~/features/preferences/index.server';
import type { Person } from './find-person.server';

/** The age in days at which this person wants their password replaced, if it has been reached. */
export async function overdueRotation(
  { preferences, clock }: { preferences: Pick<PreferencesStore, 'read'>; clock: Clock },
  person: Pick<Person, 'id' | 'passwordChangedAt'>,
): Promise<number | undefined> {
  const { PasswordRotationDays: days } = await preferences.read(person.id);
  if (days === null || person.passwordChangedAt === null) return undefined;
  return clock() - person.passwordChangedAt.getTime() > days * DAY_MS ? days : undefined;
}
