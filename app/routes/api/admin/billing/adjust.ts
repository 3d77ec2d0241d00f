import { requireActor, requirePermission } from '~/core/authorize.server';
import { api, byMethod, json, parseWith, readJson } from '~/core/http.server';
import { adjustBalance, adjustSchema } from '~/features/billing/index.server';
import { idempotencyKeySchema } from '~/features/completions/index.server';

const adjust = byMethod({
  POST: async ({ request, context }) => {
    const actor = await requireActor(request, context);
    requirePermission(actor, 'money:grant');
    const key = parseWith(idempotencyKeySchema, request.headers.get('X-Idempotency-Key') ?? '');
    return json(await adjustBalance(context.app, actor.userId, key, await readJson(request, adjustSchema)));
  },
});

export const action = api(adjust);
export const loader = api(adjust);
