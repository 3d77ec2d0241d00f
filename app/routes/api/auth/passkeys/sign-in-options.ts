import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_RATE_LIMITS,
  passkeyOptionsSchema,
  passkeySignInOptions,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/sign-in-options', {
  POST: call({
    summary: 'Returns options for navigator.credentials.get(), to log in with a passkey',
    description: 'Sets a cookie that binds their challenge to this browser. It works once, for five minutes.',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.passkey,
    answer: passkeyOptionsSchema,
    errors: { passkeys_unavailable: 'conflict' },
    handle: ({ services, request }) => passkeySignInOptions(services, request),
  }),
});
