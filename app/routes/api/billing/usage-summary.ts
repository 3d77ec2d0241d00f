import { apiRoute, call } from '~/core/edge/declare-call.server';
import { rangeQuerySchema, summarizeUsage, usageSummarySchema } from '~/features/billing/index.server';

export default apiRoute('/api/billing/usage-summary', {
  GET: call({
    summary: 'Adds up one’s requests, tokens and cost in a range of time',
    access: 'signed-in',
    query: rangeQuerySchema,
    answer: usageSummarySchema,
    handle: ({ services, actor, query }) => summarizeUsage(services, actor, query),
  }),
});
