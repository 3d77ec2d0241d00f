import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  breakDownCategories,
  categoryBreakdownSchema,
  rangeQuerySchema,
} from '~/features/billing/index.server';

export default apiRoute('/api/billing/category-breakdown', {
  GET: call({
    summary: 'Returns the number and cost of your requests by category',
    description:
      'The start defaults to 30 days before the end, and the end to now. A request has the category that was sent with it.',
    access: 'signed-in',
    apiKey: 'usage',
    query: rangeQuerySchema,
    answer: categoryBreakdownSchema,
    handle: ({ services, actor, query }) => breakDownCategories(services, actor, query),
  }),
});
