import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { getUserInfo } from '~/features/accounts/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => json(getUserInfo(await requireActor(request, context))),
  }),
);
export const action = loader;
