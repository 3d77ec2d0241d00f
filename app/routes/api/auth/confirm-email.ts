import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  confirmedEmailSchema,
  confirmEmail,
  confirmEmailSchema,
} from '~/features/accounts/index.server';

const common = {
  access: 'anyone',
  apiKey: 'none',
  description:
    'Logs no one in. `choosePassword` is set if the account has no password yet because its address was registered more than once: send it to /api/auth/reset-password with a new password.',
  rateLimit: ACCOUNT_RATE_LIMITS.useToken,
  answer: confirmedEmailSchema,
  errors: { invalid_link: 'invalid', email_taken: 'conflict' },
} as const;

export default apiRoute('/api/auth/confirm-email', {
  GET: call({
    ...common,
    summary: 'Confirms an email address with an emailed link’s parameters',
    query: confirmEmailSchema,
    handle: ({ services, query }) => confirmEmail(services, query),
  }),
  POST: call({
    ...common,
    summary: 'Confirms an email address with an emailed link’s parameters, as the page does',
    body: confirmEmailSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    handle: ({ services, body }) => confirmEmail(services, body),
  }),
});
