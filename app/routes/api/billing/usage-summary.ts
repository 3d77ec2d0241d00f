import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readQuery } from '~/core/http.server';
import { rangeQuerySchema, summariseUsage } from '~/features/billing/index.server';

export const loader = api(async ({ request, context }) => {
  const actor = await requireActor(request, context);
  return json(await summariseUsage(context.app, actor.userId, readQuery(request, rangeQuerySchema)));
});

export const action = api(byMethod({}));
