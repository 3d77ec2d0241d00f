import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  PASSWORD_ERRORS,
  registerSchema,
  registerUser,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/register', {
  POST: call({
    summary: 'Creates an account and emails a link to confirm its address',
    description: 'The answer doesn’t reveal whether the address already has an account.',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.register,
    body: registerSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    status: 201,
    errors: {
      ...PASSWORD_ERRORS,
      registration_closed: 'forbidden',
      invalid_invitation: 'forbidden',
      invitation_for_other_address: 'forbidden',
      already_registered: 'conflict',
    },
    handle: ({ services, body }) => registerUser(services, body),
  }),
});
