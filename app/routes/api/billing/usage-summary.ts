import { apiRoute, call } from '~/core/edge/declare-call.server';
import { rangeQuerySchema, summarizeUsage, usageSummarySchema } from '~/features/billing/index.server';

export default apiRoute('/api/billing/usage-summary', {
  GET: call({
    summary: 'Adds up one’s requests, tokens and cost in a range of time',
    description:
      'Without a start it begins 30 days before its end; without an end it lasts until now, and may then begin up to 366 days ago.',
    access: 'signed-in',
    query: rangeQuerySchema,
    answer: usageSummarySchema,
    errors: { range_too_long: 'invalid' },
    handle: ({ services, actor, query }) => summarizeUsage(services, actor, query),
  }),
});
