import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import { messageSchema } from '~/core/shared/message';
import { signedOutHeaders, signOut } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/logout', {
  POST: call({
    summary: 'Ends this session; does nothing without one',
    access: 'anyone',
    apiKey: 'none',
    answer: messageSchema,
    handle: async ({ services, actor, request }) => {
      await signOut(services, actor);
      return withHeaders({ message: 'You’re logged out.' }, signedOutHeaders(services, request));
    },
  }),
});
