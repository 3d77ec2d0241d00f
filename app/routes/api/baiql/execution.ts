import { api, byMethod, json } from '~/core/http.server';
import { getExecution, requireBaiql } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await getExecution(context.app.baiql, userId, params.id ?? ''));
    },
  }),
);
export const action = loader;
