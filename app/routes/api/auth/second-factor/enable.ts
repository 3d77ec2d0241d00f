import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  codeSchema,
  enableSecondFactor,
  recoveryCodesSchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/second-factor/enable', {
  POST: call({
    summary: 'Turns the authenticator on with its first code, and answers with ten recovery codes',
    description: 'The recovery codes are shown only once. Each can be used once in place of a code.',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: codeSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: recoveryCodesSchema,
    errors: {
      proof_required: 'invalid',
      wrong_code: 'invalid',
      no_setup: 'conflict',
      second_factor_on: 'conflict',
    },
    handle: ({ services, actor, body }) => enableSecondFactor(services, actor, body),
  }),
});
