import { apiRoute, call } from '~/core/edge/declare-call.server';
import { runParams, runSchema, writeOutputs } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/write-outputs', {
  POST: call({
    summary: 'Writes the files of a run anew, with the replies that were corrected',
    description:
      'What was paid is used again; only replies that are to be asked for again are sent and paid.',
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
