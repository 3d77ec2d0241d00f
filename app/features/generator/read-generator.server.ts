import type { Actor } from '~/core/server/session.server';
import type { GeneratorDeps } from './deps.server';

/** What the generator shows before the first choice; of the pinned category, its templates too. */
export async function readGenerator(
  { content, preferences }: Pick<GeneratorDeps, 'content' | 'preferences'>,
  { userId }: Actor,
) {
  const [categories, { FavoriteCategoryId }] = await Promise.all([
    content.categories(),
    preferences.read(userId),
  ]);
  const favorite = categories.find(({ id }) => id === Number(FavoriteCategoryId ?? Number.NaN));
  return {
    userId,
    categories,
    /** The pinned category with its templates. */
    favorite: favorite
      ? {
          categoryId: favorite.id,
          styles: await content.styles(favorite.id),
          outcomes: await content.outcomes(favorite.id),
        }
      : null,
  };
}
