import { api, byMethod, json } from '~/core/http.server';
import { cancelExecution, requireBaiql } from '~/features/baiql/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await cancelExecution(context.app.baiql, userId, params.id ?? ''));
    },
  }),
);
export const loader = action;
