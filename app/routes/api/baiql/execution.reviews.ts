import { apiRoute, call } from '~/core/edge/declare-call.server';
import { countReviews, reviewsSchema, runParams } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/reviews', {
  GET: call({
    summary: 'Says how many replies of a run were reviewed, and what asking again will cost',
    access: 'baiql:use',
    params: runParams,
    answer: reviewsSchema,
    errors: { no_such_run: 'not-found' },
    handle: ({ services, actor, params }) => countReviews(services, actor, params.id),
  }),
});
