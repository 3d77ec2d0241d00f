import type { Actor } from '~/core/server/session.server';
import { readDeletion } from '~/features/accounts/index.server';
import { listModelChoices } from '~/features/completions/index.server';
import { preferenceTexts } from '~/features/preferences';
import type { Services } from '~/services';

/** The settings as they stand in their controls, and what whoever deletes their account is asked. */
export async function readSettings(services: Services, actor: Actor) {
  const { preferences } = services;
  const [stored, isTimezoneChosen, deletion] = await Promise.all([
    preferences.read(actor.userId),
    preferences.isChosen(actor.userId, 'PreferredTimezone'),
    readDeletion(services, actor),
  ]);
  const settings = {
    ...preferenceTexts(stored),
    ...(isTimezoneChosen ? {} : { PreferredTimezone: '' }),
  };
  return { settings, deletion, models: await listModelChoices(services, settings.DefaultModel) };
}
