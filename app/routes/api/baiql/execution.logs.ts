import { apiRoute, call } from '~/core/edge/declare-call.server';
import { logsAnswerSchema, logsSchema, readLogs, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/logs', {
  GET: call({
    summary: 'Returns a run’s log: its newest lines, or those after a line number',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    query: logsSchema,
    answer: logsAnswerSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params, query }) => readLogs(services, actor, { id: params.id, ...query }),
  }),
});
