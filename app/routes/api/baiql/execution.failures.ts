import { apiRoute, call } from '~/core/edge/declare-call.server';
import { failuresSchema, readFailures, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/failures', {
  GET: call({
    summary: 'Returns why a run’s transactions failed, by reason, and how to fix them',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: failuresSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params }) => readFailures(services, actor, params.id),
  }),
});
