import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readJson } from '~/core/http.server';
import { preferenceChangesSchema } from '~/features/preferences/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireActor(request, context);
      return json(await context.app.preferences.read(userId));
    },
    POST: async ({ request, context }) => {
      const { userId } = await requireActor(request, context);
      const changes = await readJson(request, preferenceChangesSchema);
      return json(await context.app.preferences.change(userId, changes));
    },
  }),
);
export const action = loader;
