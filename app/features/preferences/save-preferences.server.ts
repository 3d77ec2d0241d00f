import type { Message } from '~/core/shared/message';
import type { UserWithRoles } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import type { PreferencesDeps } from './deps.server';
import { formatList } from '~/ui/format-names';
import { changePreferences } from './change-preferences.server';
import { changedIn } from './changed-settings';
import { PREFERENCE_NAMES, preferenceNoun, preferenceTexts } from './preference-fields';
import { preferencesFormShape, type allPreferencesSchema } from './preferences-form';
import { preferencesFromForm } from './schema';

/** Saves the preferences that differ from the stored ones, and returns their names. */
export async function savePreferences(
  services: Pick<PreferencesDeps, 'clock' | 'content' | 'preferences'>,
  actor: UserWithRoles,
  { changed, ...formValues }: z.output<typeof allPreferencesSchema>,
): Promise<Message> {
  const { preferences } = services;
  const { userId } = actor;
  const [stored, isTimezoneChosen] = await Promise.all([
    preferences.read(userId),
    preferences.isChosen(userId, 'PreferredTimezone'),
  ]);
  const wanted = preferencesFromForm(formValues);
  const saved = changedIn(
    preferencesFormShape(PREFERENCE_NAMES),
    preferenceTexts(stored, { isTimezoneChosen: isTimezoneChosen || changed === undefined }),
    preferenceTexts({ ...stored, ...wanted }),
  ).filter((name) => changed === undefined || changed.split(' ').includes(name));
  if (saved.length === 0) return { message: 'Nothing to save' };
  // A model is chosen together with its provider.
  const isSaved = (name: string) =>
    saved.some((each) => each === (name === 'DefaultProvider' ? 'DefaultModel' : name));
  const chosen = Object.entries(wanted).filter(([name]) => isSaved(name));
  await changePreferences(services, actor, Object.fromEntries(chosen));
  return { message: `Saved: ${formatList(saved.map(preferenceNoun))}` };
}
