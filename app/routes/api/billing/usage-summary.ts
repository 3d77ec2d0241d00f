import { apiRoute, call } from '~/core/edge/declare-call.server';
import { rangeQuerySchema, summarizeUsage, usageSummarySchema } from '~/features/billing/index.server';

export default apiRoute('/api/billing/usage-summary', {
  GET: call({
    summary: 'Returns your total requests, tokens and cost in a time range',
    description:
      'The start defaults to 30 days before the end. The end defaults to now; the start can then be up to 366 days ago.',
    access: 'signed-in',
    apiKey: 'usage',
    query: rangeQuerySchema,
    answer: usageSummarySchema,
    errors: { range_too_long: 'invalid' },
    handle: ({ services, actor, query }) => summarizeUsage(services, actor, query),
  }),
});
