import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { findOperation } from '~/features/completions/index.server';

export const loader = api(async ({ request, context, params }) => {
  const actor = await requireActor(request, context);
  return json(await findOperation(context.app, actor.userId, params.key ?? ''));
});

export const action = api(byMethod({}));
