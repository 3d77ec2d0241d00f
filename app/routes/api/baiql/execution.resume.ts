import { api, byMethod, json, readJson } from '~/core/http.server';
import { requireBaiql, resumeExecution, resumeSchema } from '~/features/baiql/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      // A body is needed only to raise the limit of cost.
      const hasBody = request.headers.has('Content-Type');
      const changes = hasBody ? await readJson(request, resumeSchema) : {};
      return json(await resumeExecution(context.app.baiql, userId, params.id ?? '', changes), {
        status: 202,
      });
    },
  }),
);
export const loader = action;
