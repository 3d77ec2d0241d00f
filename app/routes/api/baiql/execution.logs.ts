import { api, byMethod, json, readQuery } from '~/core/http.server';
import { logsSchema, readLogs, requireBaiql } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      const { after } = readQuery(request, logsSchema);
      return json(await readLogs(context.app.baiql, userId, params.id ?? '', after));
    },
  }),
);
export const action = loader;
