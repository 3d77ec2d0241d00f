import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readJson } from '~/core/http.server';
import { favoriteCategorySchema } from '~/features/preferences/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const { userId } = await requireActor(request, context);
      const { FavoriteCategoryId } = await readJson(request, favoriteCategorySchema);
      return json(await context.app.preferences.change(userId, { FavoriteCategoryId }));
    },
  }),
);
export const loader = action;
