import { apiRoute, call } from '~/core/edge/declare-call.server';
import { finishProviderSignIn } from '~/features/accounts/index.server';

export default apiRoute('/api/auth/google-callback', {
  GET: call({
    summary: 'Receives the browser back from Google',
    access: 'anyone',
    apiKey: 'none',
    answer: {
      kind: 'redirect',
      description: 'To the screen where it began, with google_token and success=true, or with error.',
    },
    status: 302,
    handle: ({ services, client, request, actor }) =>
      finishProviderSignIn(services, client, { provider: 'google', request, actor }),
  }),
});
