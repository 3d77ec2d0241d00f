import { apiRoute, call } from '~/core/edge/declare-call.server';
import { countReviews, reviewsSchema, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/reviews', {
  GET: call({
    summary: 'Returns how many of a run’s replies were reviewed, and what asking again will cost',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    answer: reviewsSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params }) => countReviews(services, actor, params.id),
  }),
});
