import { api, byMethod, readQuery } from '~/core/http.server';
import { downloadFolder, pathQuerySchema, requireBaiql, sendFile } from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const { path } = readQuery(request, pathQuerySchema);
      const archive = await downloadFolder(context.app.baiql, userId, path);
      return sendFile(request, { ...archive, type: 'application/zip' });
    },
  }),
);
export const action = loader;
