import { apiRoute, call } from '~/core/edge/declare-call.server';
import { runParams, runSchema, writeOutputs } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/write-outputs', {
  POST: call({
    summary: 'Rewrites a run’s files with the corrected replies',
    description: 'Paid replies are reused; only replies marked to be asked again are sent and charged.',
    access: 'baiql:use',
    params: runParams,
    answer: runSchema,
    status: 202,
    errors: {
      no_such_run: 'not-found',
      not_complete: 'conflict',
      nothing_to_write: 'conflict',
      details_removed: 'conflict',
      still_ending: 'conflict',
    },
    handle: ({ services, actor, params }) => writeOutputs(services, actor, params.id),
  }),
});
