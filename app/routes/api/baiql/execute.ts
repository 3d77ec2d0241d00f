import { api, byMethod, json, parseWith, readJson, readQuery } from '~/core/http.server';
import { idempotencyKeySchema } from '~/features/completions/index.server';
import {
  executeSchema,
  executeScript,
  listExecutions,
  listExecutionsSchema,
  MAX_SCRIPT_BODY_BYTES,
  requireBaiql,
  validateScript,
} from '~/features/baiql/index.server';

export const loader = api(
  byMethod({
    GET: async ({ request, context }) => {
      const { userId } = await requireBaiql(request, context);
      return json(await listExecutions(context.app.baiql, userId, readQuery(request, listExecutionsSchema)));
    },
    POST: async ({ request, context }) => {
      const { baiql } = context.app;
      const actor = await requireBaiql(request, context);
      const key = request.headers.get('X-Idempotency-Key');
      const body = await readJson(request, executeSchema, { maxBytes: MAX_SCRIPT_BODY_BYTES });
      const { scriptContent: script, mode, scriptName, model = null } = body;
      const { signal } = request;
      if (mode === 'VALIDATE') return json(await validateScript(baiql, actor, { script, model, signal }));
      const { execution, isNew } = await executeScript(baiql, actor, {
        script,
        mode,
        model,
        scriptName,
        requestKey: key === null ? null : parseWith(idempotencyKeySchema, key),
        signal,
      });
      return json(execution, {
        status: 202,
        headers: isNew ? {} : { 'X-Idempotent-Replayed': 'true' },
      });
    },
  }),
);
export const action = loader;
