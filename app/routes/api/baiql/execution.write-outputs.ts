import { apiRoute, call } from '~/core/edge/declare-call.server';
import { runParams, runSchema, writeOutputs } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/write-outputs', {
  POST: call({
    summary: 'Writes the files of a run that has ended once more',
    description:
      'Whatever ended it, and also where other runs have replaced them. Nothing is sent, except replies of a complete run that are marked to be asked again.',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: runSchema,
    status: 202,
    errors: {
      no_such_run: 'not-found',
      not_ended: 'conflict',
      nothing_to_write: 'conflict',
      details_removed: 'conflict',
      still_ending: 'conflict',
    },
    handle: ({ services, actor, params }) => writeOutputs(services, actor, params.id),
  }),
});
