import { apiRoute, call } from '~/core/edge/declare-call.server';
import { googleLoginQuery, startGoogleSignIn } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/google-login', {
  GET: call({
    summary: 'Starts logging in with Google, or from the account page proves that it is the owner who asks',
    access: 'anyone',
    apiKey: 'none',
    query: googleLoginQuery,
    answer: {
      kind: 'redirect',
      description: 'To Google, or back to the screen with error where that is not possible.',
    },
    status: 302,
    handle: ({ services, client, query, actor }) => startGoogleSignIn(services, client, { ...query, actor }),
  }),
});
