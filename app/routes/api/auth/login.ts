import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  loginResponseSchema,
  loginSchema,
  PASSWORD_ERRORS,
  signIn,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/login', {
  POST: call({
    summary: 'Logs a script in',
    description:
      'Send the token in the header Authorization: Bearer. Browsers log in on /login and get a cookie instead. If the account has an authenticator, the answer is 401 `second_factor_required` with a `challenge`, valid for five minutes: send it to /api/auth/second-factor with a code.',
    access: 'anyone',
    apiKey: 'none',
    body: loginSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: loginResponseSchema,
    errors: {
      ...PASSWORD_ERRORS,
      wrong_login: 'unauthenticated',
      second_factor_required: 'unauthenticated',
      account_suspended: 'forbidden',
      email_not_confirmed: 'forbidden',
      password_expired: 'forbidden',
      rate_limited: 'rate-limited',
    },
    handle: async ({ services, client, body }) => {
      const { token, user } = await signIn(services, client, body, 'bearer');
      return { token, user };
    },
  }),
});
