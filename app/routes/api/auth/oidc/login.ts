import { apiRoute, call } from '~/core/edge/declare-call.server';
import { providerLoginQuery, providerParams, startProviderSignIn } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/oidc/:name/login', {
  GET: call({
    summary:
      'Starts a login with an OpenID provider; from the account page, links it or confirms that it’s you',
    description: 'The name is one of OIDC_PROVIDERS.',
    access: 'anyone',
    apiKey: 'none',
    params: providerParams,
    query: providerLoginQuery,
    answer: {
      kind: 'redirect',
      description: 'To the provider, or back to the screen with error where that is not possible.',
    },
    status: 302,
    handle: ({ services, client, params, query, actor }) =>
      startProviderSignIn(services, client, { provider: `oidc:${params.name}`, query, actor }),
  }),
});
