import { api, byMethod, json, readJson, readQuery } from '~/core/http.server';
import {
  deleteFile,
  folderQuerySchema,
  listFiles,
  pathQuerySchema,
  renameFile,
  renameSchema,
  requireBaiql,
} from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const { path } = readQuery(request, folderQuerySchema);
      return json(await listFiles(context.app.baiql, userId, path));
    },
    POST: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const entries = await context.app.baiql.saveUploads(userId, request);
      return json({ entries }, { status: 201 });
    },
    PATCH: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const change = await readJson(request, renameSchema);
      return json(await renameFile(context.app.baiql, userId, change));
    },
    DELETE: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const { path } = readQuery(request, pathQuerySchema);
      await deleteFile(context.app.baiql, userId, path);
      return new Response(null, { status: 204 });
    },
  }),
);
export const action = loader;
