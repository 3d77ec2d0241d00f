import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { getBalance } from '~/features/billing/index.server';

export const loader = api(async ({ request, context }) => {
  const actor = await requireActor(request, context);
  return json(await getBalance(context.app, actor.userId));
});

export const action = api(byMethod({}));
