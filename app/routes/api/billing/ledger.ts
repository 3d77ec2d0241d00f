import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readQuery } from '~/core/http.server';
import { ledgerQuerySchema, listLedger } from '~/features/billing/index.server';

export const loader = api(async ({ request, context }) => {
  const actor = await requireActor(request, context);
  return json(await listLedger(context.app, actor.userId, readQuery(request, ledgerQuerySchema)));
});

export const action = api(byMethod({}));
