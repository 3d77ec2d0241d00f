import { apiRoute, call } from '~/core/edge/declare-call.server';
import { breakdownQuerySchema, breakdownSchema, readBreakdown } from '~/features/admin/index.server';

export default apiRoute('/api/admin/usage/model-breakdown', {
  GET: call({
    summary: 'Returns one account’s usage by model',
    access: 'money:read',
    apiKey: 'none',
    query: breakdownQuerySchema,
    answer: breakdownSchema,
    failure: 'Failed to load usage',
    errors: { no_such_user: 'not-found', range_too_long: 'invalid' },
    handle: ({ services, query }) => readBreakdown(services, query),
  }),
});
