import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_RATE_LIMITS,
  loginResponseSchema,
  signInWithPasskey,
  signInWithPasskeySchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/sign-in', {
  POST: call({
    summary: 'Logs in with a passkey; answers as /api/auth/login does',
    description: 'Browsers log in on /login and get a cookie instead.',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.passkey,
    body: signInWithPasskeySchema,
    answer: loginResponseSchema,
    errors: {
      invalid_challenge: 'unauthenticated',
      passkey_refused: 'unauthenticated',
      account_suspended: 'forbidden',
      passkeys_unavailable: 'conflict',
    },
    handle: async ({ services, client, body, request }) => {
      const { token, user } = await signInWithPasskey(services, client, { ...body, request }, 'bearer');
      return { token, user };
    },
  }),
});
