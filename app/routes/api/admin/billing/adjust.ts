import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adjustSchema,
  balanceChangeSchema,
  BALANCE_CHANGE_ERRORS,
  adjustBalance,
} from '~/features/billing/index.server';
import { idempotencyHeaders } from '~/features/completions/index.server';

export default apiRoute('/api/admin/billing/adjust', {
  POST: call({
    summary: 'Adjusts an account’s balance up or down',
    description: 'The same key moves money once.',
    access: 'money:grant',
    apiKey: 'none',
    headers: idempotencyHeaders,
    body: adjustSchema,
    answer: balanceChangeSchema,
    errors: BALANCE_CHANGE_ERRORS,
    handle: ({ services, actor, headers, body }) =>
      adjustBalance(services, actor, { key: headers['x-idempotency-key'], ...body }),
  }),
});
