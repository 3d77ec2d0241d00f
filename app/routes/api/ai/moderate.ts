import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json, readJson } from '~/core/http.server';
import { moderateForPerson, moderateSchema } from '~/features/moderation/index.server';

/** Room for the longest text in any script. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const moderate = byMethod({
  POST: async ({ request, context }) => {
    const actor = await requireActor(request, context);
    const body = await readJson(request, moderateSchema, { maxBytes: MAX_BODY_BYTES });
    return json(await moderateForPerson(context.app, actor.userId, body));
  },
});

export const action = api(moderate);
export const loader = api(moderate);
