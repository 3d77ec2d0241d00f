import { api, byMethod, json, readJson } from '~/core/http.server';
import {
  deleteScript,
  getScript,
  MAX_SCRIPT_BODY_BYTES,
  requireBaiql,
  saveScriptSchema,
  updateScript,
} from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await getScript(context.app.baiql, userId, params.id ?? ''));
    },
    PUT: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      const script = await readJson(request, saveScriptSchema, { maxBytes: MAX_SCRIPT_BODY_BYTES });
      return json(await updateScript(context.app.baiql, userId, params.id ?? '', script));
    },
    DELETE: async ({ request, context, params }) => {
      const { userId } = await requireBaiql(request, context);
      await deleteScript(context.app.baiql, userId, params.id ?? '');
      return new Response(null, { status: 204 });
    },
  }),
);
export const action = loader;
