import { api, byMethod, json } from '~/core/http.server';
import { requireBaiql, retryFailed } from '~/features/baiql/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await retryFailed(context.app.baiql, userId, params.id ?? ''), { status: 202 });
    },
  }),
);
export const loader = action;
