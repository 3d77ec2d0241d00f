import type { Message } from '~/core/shared/message';
import type { Actor } from '~/core/server/session.server';
import { preferencesFromForm } from '~/features/preferences/index.server';
import type { AccountsDeps } from './deps.server';
import { formatList } from '~/ui/format-names';
import { changedSettings, settingNoun, settingTexts, type AccountSettingsInput } from './account-settings';

/** Saves the changed settings and names them in the message. */
export async function saveSettings(
  services: Pick<AccountsDeps, 'prisma' | 'sessions' | 'preferences'>,
  actor: Actor,
  { changed, firstName, lastName, ...formValues }: AccountSettingsInput,
): Promise<Message> {
  const { preferences, prisma, sessions } = services;
  const { userId } = actor;
  const [stored, isTimezoneChosen] = await Promise.all([
    preferences.read(userId),
    preferences.isChosen(userId, 'PreferredTimezone'),
  ]);
  const wanted = preferencesFromForm(formValues);
  const saved = changedSettings(
    settingTexts(actor, stored, isTimezoneChosen || changed === undefined),
    settingTexts({ firstName, lastName }, { ...stored, ...wanted }, true),
  ).filter((name) => changed === undefined || changed.split(' ').includes(name));
  if (saved.length === 0) return { message: 'Nothing to save' };

  const isSaved = (name: string) => saved.some((each) => each === name);
  if (isSaved('firstName') || isSaved('lastName')) {
    await prisma.user.update({
      where: { id: userId },
      data: {
        ...(isSaved('firstName') ? { firstName } : {}),
        ...(isSaved('lastName') ? { lastName } : {}),
      },
    });
    sessions.forget(userId);
  }
  // A model is chosen together with its provider.
  const chosen = Object.entries(wanted).filter(([name]) =>
    isSaved(name === 'DefaultProvider' ? 'DefaultModel' : name),
  );
  if (chosen.length > 0) await preferences.change(userId, Object.fromEntries(chosen));
  return { message: `Saved: ${formatList(saved.map(settingNoun))}` };
}
