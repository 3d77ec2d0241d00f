import { apiRoute, call } from '~/core/edge/declare-call.server';
import { cancelRun, runParams, runSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/cancel', {
  POST: call({
    summary: 'Ends a run; what has been sent is still settled, and what is done is kept',
    access: 'baiql:use',
    params: runParams,
    answer: runSchema,
    errors: { no_such_run: 'not-found', run_ended: 'conflict' },
    handle: ({ services, actor, params }) => cancelRun(services, actor, params.id),
  }),
});
