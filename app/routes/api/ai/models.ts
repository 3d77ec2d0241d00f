import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { listModels } from '~/features/completions/index.server';

export const loader = api(async ({ request, context }) => {
  await requireActor(request, context);
  return json({ providers: await listModels(context.app) });
});

export const action = api(byMethod({}));
