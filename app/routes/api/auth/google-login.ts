import { apiRoute, call } from '~/core/edge/declare-call.server';
import { providerLoginQuery, startProviderSignIn } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/google-login', {
  GET: call({
    summary: 'Starts a login with Google; from the account page, links it or confirms that it’s you',
    access: 'anyone',
    apiKey: 'none',
    query: providerLoginQuery,
    answer: {
      kind: 'redirect',
      description: 'To Google, or back to the screen with error where that is not possible.',
    },
    status: 302,
    handle: ({ services, client, query, actor }) =>
      startProviderSignIn(services, client, { provider: 'google', query, actor }),
  }),
});
