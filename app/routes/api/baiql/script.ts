import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  deleteScript,
  getScript,
  MAX_SCRIPT_BODY_BYTES,
  renameScript,
  renameScriptSchema,
  scriptParams,
  scriptSchema,
  updateScript,
  updateScriptSchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/scripts/:id', {
  GET: call({
    summary: 'Returns a saved script',
    access: 'baiql:use',
    params: scriptParams,
    answer: scriptSchema,
    errors: { no_such_script: 'not-found' },
    handle: ({ services, actor, params }) => getScript(services, actor, params.id),
  }),
  PUT: call({
    summary: 'Saves a new version of a script, and its name',
    access: 'baiql:use',
    params: scriptParams,
    body: updateScriptSchema,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    answer: scriptSchema,
    errors: { no_such_script: 'not-found', script_changed: 'conflict' },
    handle: ({ services, actor, params, body }) => updateScript(services, actor, { id: params.id, ...body }),
  }),
  PATCH: call({
    summary: 'Renames a saved script',
    access: 'baiql:use',
    params: scriptParams,
    body: renameScriptSchema,
    answer: scriptSchema,
    errors: { no_such_script: 'not-found', script_changed: 'conflict' },
    handle: ({ services, actor, params, body }) => renameScript(services, actor, { id: params.id, ...body }),
  }),
  DELETE: call({
    summary: 'Deletes a saved script; runs keep the text they started with',
    access: 'baiql:use',
    params: scriptParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: { no_such_script: 'not-found' },
    handle: ({ services, actor, params }) => deleteScript(services, actor, params.id),
  }),
});
