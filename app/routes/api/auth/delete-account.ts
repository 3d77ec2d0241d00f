import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  ACCOUNT_RATE_LIMITS,
  deleteAccount,
  deletedAccountSchema,
  signedOutHeaders,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/delete-account', {
  POST: call({
    summary: 'Deletes one’s own account, for good',
    access: 'signed-in',
    rateLimit: ACCOUNT_RATE_LIMITS.deleteAccount,
    answer: deletedAccountSchema,
    errors: { cannot_delete: 'conflict' },
    handle: async ({ services, actor, request }) =>
      withHeaders(await deleteAccount(services, actor), signedOutHeaders(services, request)),
  }),
});
