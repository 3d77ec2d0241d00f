import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_RATE_LIMITS,
  passkeyOptionsSchema,
  passkeyProofOptions,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/proof-options', {
  POST: call({
    summary: 'Returns options for navigator.credentials.get(), to confirm with a passkey that it’s you',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.passkey,
    answer: passkeyOptionsSchema,
    errors: { passkeys_unavailable: 'conflict' },
    handle: ({ services, actor, request }) => passkeyProofOptions(services, actor, request),
  }),
});
