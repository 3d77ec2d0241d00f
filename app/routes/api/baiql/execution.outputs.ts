import { apiRoute, call } from '~/core/edge/declare-call.server';
import { BAIQL_RATE_LIMITS, downloadOutputs, FILE_ERRORS, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/outputs', {
  GET: call({
    summary: 'Downloads the files that a run has written, as a zip',
    access: 'baiql:use',
    rateLimit: BAIQL_RATE_LIMITS.archive,
    params: runParams,
    answer: {
      kind: 'file',
      mediaType: 'application/zip',
      description: 'The run’s files alone, zipped while they are sent; those that are gone are left out.',
    },
    errors: { ...FILE_ERRORS, no_such_run: 'not-found', no_outputs: 'not-found' },
    handle: ({ services, actor, params, request }) =>
      downloadOutputs(services, actor, { id: params.id, signal: request.signal }),
  }),
});
