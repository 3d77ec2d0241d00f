import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  grantSchema,
  balanceChangeSchema,
  BALANCE_CHANGE_ERRORS,
  grantCredit,
} from '~/features/billing/index.server';
import { idempotencyHeaders } from '~/features/completions/index.server';

export default apiRoute('/api/admin/billing/grant', {
  POST: call({
    summary: 'Grants credit to an account',
    description: 'The same key moves money once.',
    access: 'money:grant',
    apiKey: 'none',
    headers: idempotencyHeaders,
    body: grantSchema,
    answer: balanceChangeSchema,
    errors: BALANCE_CHANGE_ERRORS,
    handle: ({ services, actor, headers, body }) =>
      grantCredit(services, actor, { key: headers['x-idempotency-key'], ...body }),
  }),
});
