import { apiRoute, call } from '~/core/edge/declare-call.server';
import { BAIQL_RATE_LIMITS, downloadOutputs, FILE_ERRORS, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/outputs', {
  GET: call({
    summary: 'Downloads a run’s output files as a zip',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.archive,
    params: runParams,
    answer: {
      kind: 'file',
      mediaType: 'application/zip',
      description: 'Only the run’s files, zipped as they are sent; deleted ones are skipped.',
    },
    errors: { ...FILE_ERRORS, no_such_run: 'not-found', no_outputs: 'not-found' },
    handle: ({ services, actor, params, request }) =>
      downloadOutputs(services, actor, { id: params.id, signal: request.signal }),
  }),
});
