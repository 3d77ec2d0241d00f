import { apiRoute, call } from '~/core/edge/declare-call.server';
import { estimateParams, estimateSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/estimates/:id/cancel', {
  POST: call({
    summary: 'Cancels an estimate right away; a finished one is unaffected',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: estimateParams,
    answer: estimateSchema,
    errors: { no_such_estimate: 'not-found' },
    handle: ({ services, actor, params }) => services.baiql.estimates.cancel(actor, params.id),
  }),
});
