import { requireActor, requirePermission } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { listPrices } from '~/features/billing/index.server';

export const loader = api(async ({ request, context }) => {
  requirePermission(await requireActor(request, context), 'prices:edit');
  return json(await listPrices(context.app, { activeOnly: false }));
});

export const action = api(byMethod({}));
