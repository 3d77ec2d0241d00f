import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  breakDownCategories,
  categoryBreakdownSchema,
  rangeQuerySchema,
} from '~/features/billing/index.server';

export default apiRoute('/api/billing/category-breakdown', {
  GET: call({
    summary: 'Adds up one’s requests and their cost by category',
    description:
      'Without a start it begins 30 days before its end; without an end it lasts until now. A request has the category that was sent with it.',
    access: 'signed-in',
    query: rangeQuerySchema,
    answer: categoryBreakdownSchema,
    handle: ({ services, actor, query }) => breakDownCategories(services, actor, query),
  }),
});
