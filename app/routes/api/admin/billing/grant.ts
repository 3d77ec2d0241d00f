import { requireActor, requirePermission } from '~/core/authorize.server';
import { api, byMethod, json, parseWith, readJson } from '~/core/http.server';
import { grantCredit, grantSchema } from '~/features/billing/index.server';
import { idempotencyKeySchema } from '~/features/completions/index.server';

const grant = byMethod({
  POST: async ({ request, context }) => {
    const actor = await requireActor(request, context);
    requirePermission(actor, 'money:grant');
    const key = parseWith(idempotencyKeySchema, request.headers.get('X-Idempotency-Key') ?? '');
    return json(await grantCredit(context.app, actor.userId, key, await readJson(request, grantSchema)));
  },
});

export const action = api(grant);
export const loader = api(grant);
