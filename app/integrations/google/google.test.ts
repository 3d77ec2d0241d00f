import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoogle, type Google, type GoogleSettings } from './google.server';

/** A local OpenID server speaks for Google; each test says what it claims in its id token. */
const server = new OAuth2Server();
let claims: Record<string, unknown>;

beforeAll(async () => {
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  server.service.on('beforeTokenSigning', ({ payload }: { payload: object }) =>
    Object.assign(payload, claims),
  );
  server.service.on('beforeUserinfo', (answer: { body: object }) => {
    answer.body = { sub: 'ada', email: 'Ada@example.org', email_verified: 'true', given_name: ' Ada\n' };
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  claims = { sub: 'ada' };
});

const googleOf = (changes: Partial<GoogleSettings> = {}): Google =>
  createGoogle(
    {
      clientId: 'client',
      clientSecret: 'secret',
      authUrl: `${server.issuer.url ?? ''}/authorize`,
      tokenUrl: `${server.issuer.url ?? ''}/token`,
      userInfoUrl: `${server.issuer.url ?? ''}/userinfo`,
      ...changes,
    },
    { siteUrl: () => 'https://promptwell.test', secret: 'a secret of the tests' },
  );

/** Goes to Google and back; what comes back and the cookie that set out may be changed on the way. */
async function travel(
  google: Google,
  change: (back: URL, cookie: string) => string | undefined = () => undefined,
) {
  const out = await google.start({ from: 'login', returnTo: '' });
  const atGoogle = await fetch(out.headers.get('Location') ?? '', { redirect: 'manual' });
  const back = new URL(atGoogle.headers.get('Location') ?? '');
  const [cookie = ''] = (out.headers.get('Set-Cookie') ?? '').split(';');
  return google.finish(new Request(back, { headers: { Cookie: change(back, cookie) ?? cookie } }));
}

describe('back from Google', () => {
  it('one is who the profile says', async () => {
    expect(await travel(googleOf())).toEqual({
      subject: 'ada',
      email: 'ada@example.org',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: '',
      loggedInAtMs: null,
    });
  });

  it.each([
    ['an id token for another program', { aud: 'somebody else' }],
    ['an id token of another issuer', { iss: 'https://elsewhere.test' }],
    ['an id token of another journey', { nonce: 'another' }],
    ['an old id token', { exp: 1 }],
  ])('%s is refused', async (_, changes) => {
    claims = { ...claims, ...changes };
    await expect(travel(googleOf())).rejects.toMatchObject({ code: 'token_exchange_failed' });
  });

  it('a profile of somebody else is refused', async () => {
    claims = { sub: 'grace' };
    await expect(travel(googleOf())).rejects.toMatchObject({ code: 'user_info_failed' });
  });

  it('a code is worth nothing in a browser that set out for another one', async () => {
    const google = googleOf();
    const other = await google.start({ from: 'login', returnTo: '' });
    const [otherCookie = ''] = (other.headers.get('Set-Cookie') ?? '').split(';');
    const otherState = new URL(other.headers.get('Location') ?? '').searchParams.get('state') ?? '';
    await expect(travel(google, () => otherCookie)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      travel(google, (back) => {
        back.searchParams.set('state', otherState);
        return otherCookie;
      }),
    ).rejects.toMatchObject({ code: 'token_exchange_failed' });
  });

  it('a journey that was changed in the browser is none', async () => {
    await expect(travel(googleOf(), (_, cookie) => cookie.replace('=', '=x'))).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});

it('nobody is sent off when a secret would leave this machine in plain text', async () => {
  const google = googleOf({ tokenUrl: 'http://192.0.2.1/token' });
  await expect(google.start({ from: 'login', returnTo: '' })).rejects.toMatchObject({
    code: 'OAUTH_HTTP_REQUEST_FORBIDDEN',
  });
});

it('Google itself is asked where nothing else is set', async () => {
  const google = createGoogle(
    { clientId: 'client', clientSecret: 'secret' },
    { siteUrl: () => 'https://promptwell.test', secret: 'a secret of the tests' },
  );
  const location = new URL(
    (await google.start({ from: 'login', returnTo: '' })).headers.get('Location') ?? '',
  );
  expect(location.origin + location.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    client_id: 'client',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: 'https://promptwell.test/api/auth/google-callback',
    code_challenge_method: 'S256',
  });
});
