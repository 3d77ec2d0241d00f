import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_RATE_LIMITS,
  passkeyNameSchema,
  passkeyParams,
  passkeySchema,
  readPasskey,
  renamePasskey,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/:id', {
  GET: call({
    summary: 'Returns one of your passkeys',
    access: 'signed-in',
    apiKey: 'none',
    params: passkeyParams,
    answer: passkeySchema,
    errors: { no_such_passkey: 'not-found' },
    handle: ({ services, actor, params }) => readPasskey(services, actor, params.id),
  }),
  PATCH: call({
    summary: 'Renames one of your passkeys',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    params: passkeyParams,
    body: passkeyNameSchema,
    answer: passkeySchema,
    errors: { no_such_passkey: 'not-found' },
    handle: ({ services, actor, params, body }) => renamePasskey(services, actor, { ...params, ...body }),
  }),
});
