import { apiRoute, call } from '~/core/edge/declare-call.server';
import { estimateParams, estimateSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/estimates/:id/cancel', {
  POST: call({
    summary: 'Ends an estimate at once; one that has ended stays as it is',
    access: 'baiql:use',
    params: estimateParams,
    answer: estimateSchema,
    errors: { no_such_estimate: 'not-found' },
    handle: ({ services, actor, params }) => services.baiql.estimates.cancel(actor, params.id),
  }),
});
