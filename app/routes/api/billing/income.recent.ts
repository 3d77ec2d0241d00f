import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  listRecentPayments,
  recentPaymentSchema,
  recentPaymentsQuerySchema,
} from '~/features/payments/index.server';

export default apiRoute('/api/billing/income/recent', {
  GET: call({
    summary: 'Lists your card payments, newest first',
    access: 'signed-in',
    apiKey: 'none',
    query: recentPaymentsQuerySchema,
    answer: z.array(recentPaymentSchema),
    handle: ({ services, actor, query }) => listRecentPayments(services, actor, query),
  }),
});
