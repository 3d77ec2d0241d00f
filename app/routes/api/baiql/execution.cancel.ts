import { apiRoute, call } from '~/core/edge/declare-call.server';
import { cancelRun, runParams, runSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/cancel', {
  POST: call({
    summary: 'Cancels a run; requests already sent are still settled, and completed work is saved',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: runSchema,
    errors: { no_such_run: 'not-found', run_ended: 'conflict' },
    handle: ({ services, actor, params }) => cancelRun(services, actor, params.id),
  }),
});
