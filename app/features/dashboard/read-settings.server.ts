import type { Actor } from '~/core/server/session.server';
import { readDeletion } from '~/features/accounts/index.server';
import { listModelChoices } from '~/features/completions/index.server';
import { LANDING_PAGES, mayStartAt, preferenceTexts } from '~/features/preferences';
import type { DashboardDeps } from './deps.server';

/** The preferences as form values, with the data of the delete-account dialog. */
export async function readSettings(services: DashboardDeps, actor: Actor) {
  const { preferences, content } = services;
  const [stored, isTimezoneChosen, deletion, categories] = await Promise.all([
    preferences.read(actor.userId),
    preferences.isChosen(actor.userId, 'PreferredTimezone'),
    readDeletion(services, actor),
    content.categories(),
  ]);
  const settings = preferenceTexts(stored, { isTimezoneChosen });
  const favorite = categories.find(({ id }) => String(id) === String(stored.FavoriteCategoryId));
  return {
    settings,
    startPages: LANDING_PAGES.filter((page) => mayStartAt(actor, page)),
    deletion,
    favoriteCategory: favorite?.name ?? null,
    models: await listModelChoices(services, settings.DefaultModel),
  };
}
