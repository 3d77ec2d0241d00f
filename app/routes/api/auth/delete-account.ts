import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  deleteAccount,
  deleteAccountSchema,
  deletedAccountSchema,
  PASSWORD_ERRORS,
  signedOutHeaders,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/delete-account', {
  POST: call({
    summary: 'Permanently deletes your account',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.deleteAccount,
    description:
      '`password` is required in a browser, unless you confirmed in the last ten minutes that it’s you. A script can omit the body.',
    body: deleteAccountSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: deletedAccountSchema,
    errors: {
      cannot_delete: 'conflict',
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      ...PASSWORD_ERRORS,
    },
    handle: async ({ services, actor, body, request }) =>
      withHeaders(await deleteAccount(services, actor, body), signedOutHeaders(services, request)),
  }),
});
