import { apiRoute, call } from '~/core/edge/declare-call.server';
import { estimateParams, estimateSchema } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/estimates/:id', {
  GET: call({
    summary: 'Returns an estimate’s progress or result',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: estimateParams,
    answer: estimateSchema,
    errors: { no_such_estimate: 'not-found' },
    handle: ({ services, actor, params }) => services.baiql.estimates.get(actor, params.id),
  }),
});
