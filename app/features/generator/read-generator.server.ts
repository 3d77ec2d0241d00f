import type { Actor } from '~/core/server/session.server';
import type { GeneratorDeps } from './deps.server';

/** Data of the generator page, including the templates of the pinned category. */
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
    favorite: favorite
      ? {
          categoryId: favorite.id,
          styles: await content.styles(favorite.id),
          outcomes: await content.outcomes(favorite.id),
        }
      : null,
  };
}
