import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailedLink, mailsTo } from '../../support/mailbox';
import { scriptlessBrowser } from '../../support/scriptless-browser';
import { apiOf, signInByApi, startServer, type TestServer } from '../../support/server';
import { sharePayingServer } from '../../support/shared-server';

/** A local OpenID server speaks for Google; each test says what it answers. */
const google = new OAuth2Server();
let server: TestServer;

interface Answer {
  statusCode: number;
  body: Record<string, unknown>;
}
let profile: Answer;
let tokenStatus: number;
/** Seconds of the epoch, where Google says it. */
let loggedInAt: number | undefined;
let redirect: (url: URL) => void;

beforeAll(async () => {
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  google.service.on('beforeUserinfo', (response: Answer) => Object.assign(response, profile));
  // Google's id token and its profile speak of the same person.
  google.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    payload.sub = profile.body.sub ?? 'google-nobody';
    if (loggedInAt !== undefined) payload.auth_time = loggedInAt;
  });
  google.service.on('beforeResponse', (response: Answer) => (response.statusCode = tokenStatus));
  google.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    redirect(url);
  });
  const base = google.issuer.url ?? '';
  server = await startServer({
    env: {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_AUTH_URL: `${base}/authorize`,
      GOOGLE_TOKEN_URL: `${base}/token`,
      GOOGLE_USERINFO_URL: `${base}/userinfo`,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await google.stop();
});
beforeEach(() => {
  profile = { statusCode: 200, body: person('ada') };
  tokenStatus = 200;
  loggedInAt = undefined;
  redirect = () => undefined;
});

const person = (name: string) => ({
  sub: `google-${name}`,
  email: `${name}@example.org`,
  email_verified: true,
  given_name: name,
  family_name: 'Lovelace',
});
const PASSWORD = 'Correct-horse-7';
const api = (token?: string) => apiOf(server.origin, token);
const register = (name: string) =>
  api()('POST', '/api/auth/register', {
    firstName: 'Somebody',
    lastName: 'Else',
    email: `${name}@example.org`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
const visit = (path = '/api/auth/google-login?from=login') => {
  const browser = scriptlessBrowser(server.origin);
  return browser.follow(path).then((page) => ({ browser, page }));
};

describe('continuing with Google', () => {
  it('makes an account, signs in, and goes back to where one was going', async () => {
    const { browser, page } = await visit('/api/auth/google-login?from=login&returnTo=%2Fai%3Fx%3D1');
    expect(page.url.pathname).toBe('/login');
    expect(page.text).toContain('You’re logged in.');
    expect(/1;url=[^"]*/.exec(page.text)?.[0]).toBe('1;url=/ai?x=1');
    expect((await browser.open('/ai')).status).toBe(200);
    expect(browser.cookies.has('promptwell_sign_in')).toBe(false);
  });

  it('finds the same person again, even when their address at Google has changed', async () => {
    profile.body = person('grace');
    await visit();
    profile.body = { ...person('grace'), email: 'grace-new@example.org' };
    const { browser } = await visit();
    const account = await browser.open('/account');
    expect(account.text).toContain('grace@example.org');
    expect(account.text).not.toContain('grace-new@example.org');
  });

  it('takes over an account that was never confirmed, whose password never works', async () => {
    await register('carol');
    const link = await mailedLink(server.dataDir, 'carol@example.org');
    profile.body = person('carol');
    const { browser } = await visit();
    expect((await browser.open('/account')).text).toContain('value="Lovelace"');
    const login = await api()('POST', '/api/auth/login', { email: 'carol@example.org', password: PASSWORD });
    expect(login.body).toMatchObject({ code: 'wrong_login' });
    // Its link still confirms, and neither signs in nor leads to a password.
    const confirmed = await api()('GET', `/api/auth/confirm-email${link.search}`);
    expect(confirmed.body).toEqual({ message: 'Your email address is confirmed. You can log in now.' });
    const again = await api()('POST', '/api/auth/login', { email: 'carol@example.org', password: PASSWORD });
    expect(again.body).toMatchObject({ code: 'wrong_login' });
  });

  it('trusts no address that Google has not verified', async () => {
    await register('dave');
    profile.body = { ...person('dave'), email_verified: false };
    const { browser, page } = await visit();
    expect(page.url.searchParams.get('error')).toBe('google_auth_error');
    expect((await browser.open('/ai')).status).toBe(302);
  });
});

describe('Google opens an account with a password for the first time', () => {
  /** Somebody registers an address; its owner opens the link. */
  async function confirmedAccount(name: string) {
    await register(name);
    const link = await mailedLink(server.dataDir, `${name}@example.org`);
    await api()('GET', `/api/auth/confirm-email${link.search}`);
    profile.body = person(name);
    const account = { email: `${name}@example.org`, password: PASSWORD };
    return { ...account, stranger: api(await signInByApi(server.origin, account)) };
  }
  const QUESTION = 'Your account has a password';
  const formIn = ({ url }: { url: URL }, fields: Record<string, string>) =>
    [url.pathname + url.search, { token: url.searchParams.get('google_token') ?? '', ...fields }] as const;

  it('asks for the password once, and then ends all sessions and tells the owner', async () => {
    const { stranger, ...account } = await confirmedAccount('bob');
    const { browser, page } = await visit();
    expect(page.text).toContain(QUESTION);
    expect((await browser.open('/ai')).status).toBe(302);
    const wrong = await browser.open(...formIn(page, { intent: 'keep-password', password: 'Wrong-horse-7' }));
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('Incorrect password');
    expect(wrong.text).toContain(QUESTION);
    expect((await stranger('GET', '/api/user-info')).status).toBe(200);

    const right = formIn(page, { intent: 'keep-password', password: PASSWORD });
    expect((await browser.open(...right)).text).toContain('You’re logged in.');
    expect((await browser.open('/account')).text).toContain('value="Somebody"');
    expect((await stranger('GET', '/api/user-info')).status).toBe(401);
    const mails = await mailsTo(server.dataDir, account.email, 2);
    expect(mails.at(-1)?.subject).toBe('You can now log in with Google');
    await signInByApi(server.origin, account);
    expect((await visit()).page.text).toContain('You’re logged in.');
    // The answer was given once.
    browser.cookies.delete('promptwell_session');
    expect((await browser.open(...right)).text).not.toContain('You’re logged in.');
  });

  it('removes a password that the owner did not choose', async () => {
    const { stranger, ...account } = await confirmedAccount('carl');
    const { browser, page } = await visit('/api/auth/google-login?from=register');
    expect(page.text).toContain(QUESTION);
    const [, fields] = formIn(page, { intent: 'drop-password' });
    const done = await browser.open(`/login${page.url.search}`, fields);
    expect(done.text).toContain('You’re logged in.');
    expect((await stranger('GET', '/api/user-info')).status).toBe(401);
    expect((await api()('POST', '/api/auth/login', account)).body).toMatchObject({ code: 'wrong_login' });
  });

  it('is answered in the browser that came back from Google, and by nobody who knows its address', async () => {
    const account = await confirmedAccount('dora');
    const { page } = await visit();
    const other = scriptlessBrowser(server.origin);
    expect((await other.open(page.url.href)).text).not.toContain(QUESTION);
    const refused = await other.open(...formIn(page, { intent: 'drop-password' }));
    expect(refused.status).toBe(400);
    await signInByApi(server.origin, account);
  });

  it('asks nothing of an account without a password, and tells its owner', async () => {
    await register('emma');
    await register('emma');
    const link = await mailedLink(server.dataDir, 'emma@example.org', 2);
    const confirmed = await api()('GET', `/api/auth/confirm-email${link.search}`);
    expect(confirmed.body).toMatchObject({ choosePassword: { email: 'emma@example.org' } });
    profile.body = person('emma');
    expect((await visit()).page.text).toContain('You’re logged in.');
    const login = { email: 'emma@example.org', password: PASSWORD };
    expect((await api()('POST', '/api/auth/login', login)).body).toMatchObject({ code: 'wrong_login' });
  });
});

describe('a proof through Google', () => {
  const ROUND_TRIP = '/api/auth/google-login?from=account&returnTo=%2Faccount%23password';
  const password = { intent: 'change-password', newPassword: PASSWORD, confirmPassword: PASSWORD };

  it('is needed to set a first password, and logging in with Google is none', async () => {
    profile.body = person('fay');
    const { browser } = await visit();
    const refused = await browser.open('/account', password);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Confirm with Google');

    const asked = new URL((await browser.open(ROUND_TRIP)).headers.get('Location') ?? '');
    expect(asked.searchParams.get('max_age')).toBe('600');
    const back = await browser.follow(ROUND_TRIP);
    expect(back.url.pathname + back.url.search + back.url.hash).toBe('/account#password');
    expect((await browser.open('/account', password)).status).toBe(200);
    await signInByApi(server.origin, { email: 'fay@example.org', password: PASSWORD });
  });

  it('is not given by another Google account, an old login there, or another session', async () => {
    profile.body = person('gil');
    const { browser } = await visit();
    const isRefused = async (at: typeof browser) => (await at.open('/account', password)).status === 400;

    profile.body = person('thief');
    const other = await browser.follow(ROUND_TRIP);
    expect(other.text).toContain('That’s another Google account than the one you log in with.');
    profile.body = person('gil');
    loggedInAt = Math.floor(Date.now() / 1000) - 12 * 60;
    const old = await browser.follow(ROUND_TRIP);
    expect(old.text).toContain('Google didn’t ask you to log in again.');
    expect(await isRefused(browser)).toBe(true);

    // A journey that began without this session does not prove it.
    loggedInAt = undefined;
    const { browser: second } = await visit();
    const toGoogle = await second.open(ROUND_TRIP);
    const toUs = await second.open(toGoogle.headers.get('Location') ?? '');
    second.cookies.set('promptwell_session', browser.cookies.get('promptwell_session') ?? '');
    const stolen = await second.follow(toUs.headers.get('Location') ?? '');
    expect(stolen.text).toContain('Google couldn’t confirm that it’s you.');
    expect(await isRefused(browser)).toBe(true);

    loggedInAt = Math.floor(Date.now() / 1000);
    await browser.follow(ROUND_TRIP);
    expect(await isRefused(browser)).toBe(false);
  });
});

describe('when the way through Google fails', () => {
  const cases: readonly [string, string, () => void][] = [
    [
      'no_code',
      'No authorization code received. Please try again.',
      () => (redirect = (url) => url.searchParams.delete('code')),
    ],
    [
      'access_denied',
      'The user closed the window.',
      () =>
        (redirect = (url) => {
          url.searchParams.delete('code');
          url.searchParams.set('error', 'access_denied');
        }),
    ],
    [
      'invalid_state',
      'Invalid authentication state. Please try again.',
      () => (redirect = (url) => url.searchParams.set('state', 'x')),
    ],
    [
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (tokenStatus = 400),
    ],
    [
      'user_info_failed',
      'Failed to retrieve user information from Google. Please try again.',
      () => (profile = { statusCode: 500, body: {} }),
    ],
    [
      'no_email_from_google',
      'No email address received from Google. Please try again.',
      () => (profile.body = { sub: 'google-nobody' }),
    ],
    [
      'google_auth_error',
      'An error occurred during Google authentication. Please try again.',
      () => (profile.body = { ...person('erin'), email_verified: false }),
    ],
  ];
  it.each(cases)('the login screen says %s', async (code, message, arrange) => {
    arrange();
    const { browser, page } = await visit();
    expect(page.url.pathname).toBe('/login');
    expect(page.url.searchParams.get('error')).toBe(code);
    expect(page.text).toContain(message);
    expect(browser.cookies.has('promptwell_session')).toBe(false);
  });

  it.each([
    ['user_creation_failed', 'Failed to create account with Google. Please try again.'],
    ['sign_in_failed', 'There was an error signing in.'],
    ['something_else', 'Authentication failed. Please try again.'],
    ['constructor', 'Authentication failed. Please try again.'],
  ])('the login screen knows what %s means', async (code, message) => {
    expect((await scriptlessBrowser(server.origin).open(`/login?error=${code}`)).text).toContain(message);
  });

  it('the register screen says it in its own words', async () => {
    tokenStatus = 400;
    const { page } = await visit('/api/auth/google-login?from=register');
    expect(page.url.pathname).toBe('/register');
    expect(page.url.searchParams.get('error')).toBe('google_auth_failed');
    expect(page.text).toContain('Google authentication failed. Please try again.');
    const other = await scriptlessBrowser(server.origin).open('/register?error=google_registration_failed');
    expect(other.text).toContain('Please try manual registration.');
  });

  it('a callback that nobody set out for is refused', async () => {
    const { page } = await visit('/api/auth/google-callback?code=abc&state=def');
    expect(page.url.searchParams.get('error')).toBe('invalid_state');
  });
});

describe('the code in the address', () => {
  /** Goes through Google, and stops before the login screen is opened. */
  async function codeOf(browser: ReturnType<typeof scriptlessBrowser>): Promise<string> {
    const toGoogle = await browser.open('/api/auth/google-login?from=login');
    const toUs = await browser.open(toGoogle.headers.get('Location') ?? '');
    const toLogin = await browser.open(toUs.headers.get('Location') ?? '');
    return new URL(toLogin.headers.get('Location') ?? '').searchParams.get('google_token') ?? '';
  }
  const isSignedIn = (text: string): boolean => text.includes('You’re logged in.');

  it('works once', async () => {
    const browser = scriptlessBrowser(server.origin);
    const path = `/login?google_token=${await codeOf(browser)}&success=true`;
    const kept = new Map(browser.cookies);
    expect(isSignedIn((await browser.open(path)).text)).toBe(true);
    browser.cookies.clear();
    for (const [name, value] of kept) browser.cookies.set(name, value);
    const again = await browser.open(path);
    expect(isSignedIn(again.text)).toBe(false);
    expect(again.text).toContain('Authentication failed. Please try again.');
  });

  it('signs nobody else in: a link with it is worthless in another browser', async () => {
    const attacker = scriptlessBrowser(server.origin);
    const path = `/login?google_token=${await codeOf(attacker)}&success=true`;
    const victim = scriptlessBrowser(server.origin);
    await codeOf(victim);
    expect(isSignedIn((await victim.open(path)).text)).toBe(false);
    expect(isSignedIn((await scriptlessBrowser(server.origin).open(path)).text)).toBe(false);
  });

  it.each([
    'google_token=&success=true',
    'google_token=abc&success=true',
    'google_token=null',
    'success=true',
  ])('is not %s', async (query) => {
    const page = await scriptlessBrowser(server.origin).open(`/login?${query}`);
    expect(page.status).toBe(200);
    expect(isSignedIn(page.text)).toBe(false);
  });
});

it('without a Google client there is no button, and its address leads back with an error @soak', async () => {
  const plain = await sharePayingServer();
  const browser = scriptlessBrowser(plain.server.origin);
  expect((await browser.open('/login')).text).not.toContain('Continue with');
  expect((await browser.follow('/api/auth/google-login')).url.search).toBe('?error=google_auth_error');
  await plain.close();
});
