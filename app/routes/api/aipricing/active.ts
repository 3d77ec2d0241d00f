import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { listPrices } from '~/features/billing/index.server';

export const loader = api(async ({ request, context }) => {
  await requireActor(request, context);
  return json(await listPrices(context.app, { activeOnly: true }));
});

export const action = api(byMethod({}));
