import { apiRoute, call } from '~/core/edge/declare-call.server';
import { resumeRun, resumeSchema, runParams, runSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/resume', {
  POST: call({
    summary: 'Resumes a stopped run',
    description: 'A body is needed only to raise the cost limit. Failed transactions stay failed.',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    body: resumeSchema,
    answer: runSchema,
    status: 202,
    errors: {
      no_such_run: 'not-found',
      not_resumable: 'conflict',
      too_many_files: 'conflict',
      details_removed: 'conflict',
      still_ending: 'conflict',
    },
    handle: ({ services, actor, params, body }) => resumeRun(services, actor, { id: params.id, ...body }),
  }),
});
