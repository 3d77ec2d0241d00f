import { apiRoute, call } from '~/core/edge/declare-call.server';
import { retryFailed, runParams, runSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/retry-failed', {
  POST: call({
    summary: 'Retries only the failed transactions of a run',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: runSchema,
    status: 202,
    errors: {
      no_such_run: 'not-found',
      not_complete: 'conflict',
      nothing_failed: 'conflict',
      details_removed: 'conflict',
      still_ending: 'conflict',
    },
    handle: ({ services, actor, params }) => retryFailed(services, actor, params.id),
  }),
});
