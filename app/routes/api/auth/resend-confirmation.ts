import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  emailOnlySchema,
  resendConfirmation,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/resend-confirmation', {
  POST: call({
    summary: 'Emails a new confirmation link; the answer doesn’t reveal whether there is anything to confirm',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    body: emailOnlySchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    handle: ({ services, body }) => resendConfirmation(services, body),
  }),
});
