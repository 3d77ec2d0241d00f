import { requireActor, requirePermission } from '~/core/authorize.server';
import { api, byMethod, json, readJson } from '~/core/http.server';
import { upsertPrice, upsertPriceSchema } from '~/features/billing/index.server';

const upsert = byMethod({
  POST: async ({ request, context }) => {
    const actor = await requireActor(request, context);
    requirePermission(actor, 'prices:edit');
    return json(await upsertPrice(context.app, actor.userId, await readJson(request, upsertPriceSchema)));
  },
});

export const action = api(upsert);
export const loader = api(upsert);
