import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getRun, runParams, runSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id', {
  GET: call({
    summary: 'Returns a run’s status',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: runSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params }) => getRun(services, actor, params.id),
  }),
});
