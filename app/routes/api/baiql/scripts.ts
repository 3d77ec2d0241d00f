import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { optionalIdempotencyHeaders } from '~/features/completions/index.server';
import {
  listedScriptSchema,
  listScripts,
  MAX_SCRIPT_BODY_BYTES,
  saveScript,
  saveScriptSchema,
  scriptSchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/scripts', {
  GET: call({
    summary: 'Lists your saved scripts without their text, most recently changed first',
    access: 'baiql:use',
    apiKey: 'baiql',
    answer: z.array(listedScriptSchema),
    handle: ({ services, actor }) => listScripts(services, actor),
  }),
  POST: call({
    summary: 'Saves a script',
    description: 'With the header X-Idempotency-Key, saving again with the same key updates that script.',
    access: 'baiql:use',
    apiKey: 'baiql',
    headers: optionalIdempotencyHeaders,
    body: saveScriptSchema,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    answer: scriptSchema,
    status: 201,
    errors: { too_many_scripts: 'conflict' },
    handle: ({ services, actor, body, headers }) =>
      saveScript(services, actor, { ...body, saveKey: headers['x-idempotency-key'] }),
  }),
});
