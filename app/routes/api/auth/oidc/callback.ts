import { apiRoute, call } from '~/core/edge/declare-call.server';
import { finishProviderSignIn, providerParams } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/oidc/:name/callback', {
  GET: call({
    summary: 'Receives the browser back from an OpenID provider',
    description: 'Register this address, with the provider’s name, as the redirect URI at the provider.',
    access: 'anyone',
    apiKey: 'none',
    params: providerParams,
    answer: {
      kind: 'redirect',
      description:
        'To the screen where it began, with google_token, success=true and provider, or with error and provider.',
    },
    status: 302,
    handle: ({ services, client, params, request, actor }) =>
      finishProviderSignIn(services, client, { provider: `oidc:${params.name}`, request, actor }),
  }),
});
