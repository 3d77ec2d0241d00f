import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  ACCOUNT_BODY_BYTES,
  loginResponseSchema,
  readSecondFactor,
  rememberedBrowserCookie,
  secondFactorSchema,
  secondFactorStatusSchema,
  signInWithCode,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/second-factor', {
  GET: call({
    summary: 'Returns whether you have an authenticator, and how many recovery codes are left',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    answer: secondFactorStatusSchema,
    handle: ({ services, actor }) => readSecondFactor(services, actor),
  }),
  POST: call({
    summary: 'Second step of a login: a code of the authenticator, or a recovery code',
    description:
      'The challenge comes from /api/auth/login and works for one login within five minutes. With `rememberBrowser`, the answer sets a cookie; logins that send it aren’t asked for a code for 30 days.',
    access: 'anyone',
    apiKey: 'none',
    body: secondFactorSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: loginResponseSchema,
    errors: {
      invalid_challenge: 'unauthenticated',
      wrong_code: 'unauthenticated',
      account_suspended: 'forbidden',
      rate_limited: 'rate-limited',
    },
    handle: async ({ services, client, body, request }) => {
      const { token, user, rememberedBrowser } = await signInWithCode(services, client, body, 'bearer');
      const headers = new Headers();
      if (rememberedBrowser !== undefined)
        headers.append('Set-Cookie', rememberedBrowserCookie(services, request, rememberedBrowser));
      return withHeaders({ token, user }, headers);
    },
  }),
});
