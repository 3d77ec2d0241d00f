import { api, byMethod, readQuery } from '~/core/http.server';
import { downloadFile, pathQuerySchema, requireBaiql, sendFile } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const { path } = readQuery(request, pathQuerySchema);
      return sendFile(request, await downloadFile(context.app.baiql, userId, path));
    },
  }),
);
export const action = loader;
