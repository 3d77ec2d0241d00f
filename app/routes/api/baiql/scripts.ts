import { api, byMethod, json, readJson } from '~/core/http.server';
import {
  listScripts,
  MAX_SCRIPT_BODY_BYTES,
  requireBaiql,
  saveScript,
  saveScriptSchema,
} from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await listScripts(context.app.baiql, userId));
    },
    POST: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      const script = await readJson(request, saveScriptSchema, { maxBytes: MAX_SCRIPT_BODY_BYTES });
      return json(await saveScript(context.app.baiql, userId, script), { status: 201 });
    },
  }),
);
export const action = loader;
