import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedLink } from '../../support/mailbox';
import type { PayingServer } from '../../support/paying-server';
import { scriptlessBrowser } from '../../support/scriptless-browser';
import { ADMIN, apiOf, signInByApi, type TestServer } from '../../support/server';
import { sharePayingServer } from '../../support/shared-server';

let paying: PayingServer;
let server: TestServer;
beforeAll(async () => {
  paying = await sharePayingServer();
  ({ server } = paying);
});
afterAll(() => paying.close());

const api = (token?: string) => apiOf(server.origin, token);
const PASSWORD = 'Correct-horse-7';
const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: PASSWORD,
  confirmPassword: PASSWORD,
};

const login = { intent: 'sign-in', ...ADMIN };

const browser = () => scriptlessBrowser(server.origin);

describe('the way of a new person through the API', () => {
  it('registers, confirms, signs in, asks who they are, and signs out', async () => {
    const registered = await api()('POST', '/api/auth/register', ada);
    expect(registered.status).toBe(201);
    const early = await api()('POST', '/api/auth/login', {
      email: ada.email,
      password: PASSWORD,
      rememberMe: false,
    });
    expect(early).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });

    const link = await mailedLink(server.dataDir, ada.email);
    const confirmed = await api()('GET', `/api/auth/confirm-email${link.search}`);
    expect(confirmed).toMatchObject({ status: 200, body: { message: expect.any(String) as unknown } });
    const again = await api()('GET', `/api/auth/confirm-email${link.search}`);
    expect(again).toMatchObject({ status: 200, body: confirmed.body });

    const login = await api()<{ token: string; user: { email: string } }>('POST', '/api/auth/login', {
      email: ' ADA@example.org ',
      password: PASSWORD,
      rememberMe: true,
    });
    expect(login.status).toBe(200);
    expect(login.headers.getSetCookie()).toEqual([]);
    const me = await api(login.body.token)('GET', '/api/user-info');
    expect(me.body).toMatchObject({
      email: 'ada@example.org',
      firstName: 'Ada',
      emailConfirmed: true,
      roles: [],
    });
    expect(me.body.id).toBe(me.body.userId);

    expect((await api(login.body.token)('POST', '/api/auth/logout')).status).toBe(200);
    const after = await api(login.body.token)('GET', '/api/user-info');
    expect(after).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await api()('POST', '/api/auth/logout')).status).toBe(200);
  });

  it('says what is wrong in sentences', async () => {
    expect(await api()('GET', '/api/user-info')).toMatchObject({
      status: 401,
      body: { message: 'No authentication token found' },
    });
    expect(await api()('POST', '/api/auth/register', { ...ada, confirmPassword: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'Passwords do not match', errors: ['Passwords do not match'] },
    });
    expect(await api()('POST', '/api/auth/login', '{"email":')).toMatchObject({ status: 400 });
    expect(await api()('POST', '/api/auth/login', '[]')).toMatchObject({ status: 400 });
    expect(await api()('POST', '/api/auth/login', { email: { $gt: '' }, password: [] })).toMatchObject({
      status: 400,
    });
    expect(
      await api()('POST', '/api/auth/login', { email: 'x'.repeat(100_000), password: 'y' }),
    ).toMatchObject({
      status: 413,
    });
    expect(await api()('PUT', '/api/auth/login', {})).toMatchObject({ status: 405 });
    expect(await api()('POST', '/api/auth/reset-password', { newPassword: PASSWORD })).toMatchObject({
      status: 400,
      body: { message: 'Invalid reset link. Please request a new password reset.' },
    });
    expect(await api()('GET', '/api/auth/confirm-email')).toMatchObject({
      status: 400,
      body: { message: 'Invalid confirmation link. Please check your email for the correct link.' },
    });
  });

  it('resets a password once, and every session ends with it', async () => {
    const email = 'grace@example.org';
    await api()('POST', '/api/auth/register', { ...ada, email });
    const confirmation = await mailedLink(server.dataDir, email);
    await api()('GET', `/api/auth/confirm-email${confirmation.search}`);
    const token = await signInByApi(server.origin, { email, password: PASSWORD });
    const unknown = await api()('POST', '/api/auth/forgot-password', { email: 'nobody@example.org' });
    const known = await api()('POST', '/api/auth/forgot-password', { email });
    expect(known).toMatchObject({ status: unknown.status, body: unknown.body });
    const link = await mailedLink(server.dataDir, email, 2);
    const form = {
      email,
      token: link.searchParams.get('token'),
      newPassword: 'Battery-9-staple',
    };
    const body = { ...form, confirmPassword: form.newPassword };
    expect((await api()('POST', '/api/auth/reset-password', body)).status).toBe(200);
    expect((await api()('POST', '/api/auth/reset-password', body)).status).toBe(400);
    expect((await api(token)('GET', '/api/user-info')).status).toBe(401);
    await expect(signInByApi(server.origin, { email, password: PASSWORD })).rejects.toThrow('401');
    await signInByApi(server.origin, { email, password: form.newPassword });
  });
});

describe('a browser', () => {
  it('that is signed out goes to sign in, comes back, and works without scripts', async () => {
    const visitor = browser();
    const away = await visitor.open('/ai?draft=1');
    expect(away.headers.get('Location')).toBe('/login?returnTo=%2Fai%3Fdraft%3D1');
    const signedIn = await visitor.open('/login?returnTo=%2Fai%3Fdraft%3D1', { ...login, rememberMe: 'on' });
    expect(signedIn.status).toBe(200);
    expect(signedIn.text).toContain('You’re logged in.');
    expect(/1;url=[^"]*/.exec(signedIn.text)?.[0]).toBe('1;url=/ai?draft=1');
    const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('promptwell_session='));
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await visitor.open('/ai?draft=1')).status).toBe(200);
    expect((await visitor.open('/login')).headers.get('Location')).toBe('/dashboard');
    const out = await visitor.open('/logout', {});
    expect(out.headers.get('Location')).toBe('/');
    expect(visitor.cookies.has('promptwell_session')).toBe(false);
    expect((await visitor.open('/ai')).status).toBe(302);
  });

  it('is not led to another site after signing in', async () => {
    for (const evil of ['https://evil.test', '//evil.test', '/\\evil.test', '/\t/evil.test']) {
      const signedIn = await browser().open(`/login?returnTo=${encodeURIComponent(evil)}`, login);
      expect(/1;url=[^"]*/.exec(signedIn.text)?.[0]).toBe('1;url=/dashboard');
    }
  });

  it('gets a new secret at sign-in: one that somebody planted stays worthless', async () => {
    const victim = browser();
    victim.cookies.set('promptwell_session', 'planted-by-somebody');
    await victim.open('/login', login);
    expect(victim.cookies.get('promptwell_session')).not.toBe('planted-by-somebody');
    const attacker = browser();
    attacker.cookies.set('promptwell_session', 'planted-by-somebody');
    expect((await attacker.open('/ai')).status).toBe(302);
  });

  it('does nothing that another site tells it to, on pages and on the API alike', async () => {
    const victim = browser();
    await victim.open('/login', login);
    const attacks: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const pathname of [
      '/logout',
      '/login',
      '/api/auth/logout',
      '/api/auth/login',
      '/api/admin/billing/grant',
    ]) {
      for (const headers of attacks) {
        const answer = await victim.open(pathname, {}, headers);
        expect(answer.status, `${pathname} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.text).toContain('came from another site');
      }
    }
    expect((await victim.open('/ai')).status).toBe(200);
  });

  it('takes a form of its own page behind a proxy that hides the host', async () => {
    const headers = { Origin: 'https://promptwell.example:8443', 'Sec-Fetch-Site': 'same-origin' };
    const person = browser();
    await person.open('/login', login, headers);
    expect((await person.open('/ai')).status).toBe(200);
  });

  it('shows what is wrong with a form without scripts, and keeps what was typed but the passwords', async () => {
    const answer = await browser().open('/register', {
      intent: 'register',
      ...ada,
      lastName: '',
      password: 'abc',
      confirmPassword: 'Not-what-stands-above',
    });
    expect(answer.status).toBe(400);
    for (const text of ['Last name is required', 'Passwords do not match', 'value="ada@example.org"']) {
      expect(answer.text).toContain(text);
    }
    expect(answer.text).toContain(
      'Password must contain at least one uppercase letter. Password must contain',
    );
    expect(answer.text).not.toContain('Not-what-stands-above');
  });

  it('confirms by a button, so that a scanner of mails confirms nothing', async () => {
    await browser().open('/register', { intent: 'register', ...ada, email: 'bob@example.org' });
    const link = await mailedLink(server.dataDir, 'bob@example.org');
    const opened = await browser().open(`/confirm-email${link.search}`);
    expect(opened.text).toContain('Confirm email');
    const pressed = await browser().open('/confirm-email', Object.fromEntries(link.searchParams));
    expect(pressed.text).toContain('Your email address is confirmed. You can log in now.');
    const broken = await browser().open('/confirm-email');
    expect(broken.text).toContain('Invalid confirmation link. Please check your email for the correct link.');
    for (const target of ['href="/register"', 'href="/login"', 'href="/"'])
      expect(broken.text).toContain(target);
  });

  it('that was going somewhere gets there by way of registering, confirming, and a new password', async () => {
    const visitor = browser();
    const email = 'invited@example.org';
    const hrefIn = (text: string, path: string): string =>
      new RegExp(`href="(${path}\\?[^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const landing = async (address: string, password: string): Promise<string | undefined> => {
      const { text } = await visitor.open(address, { intent: 'sign-in', email, password });
      return /1;url=([^"]*)/.exec(text)?.[1];
    };
    const asked = await visitor.follow('/teams/join?token=abc');
    const register = hrefIn(asked.text, '/register');
    await visitor.open(register, { intent: 'register', ...ada, email });
    await visitor.open(register, { intent: 'resend', email });
    const link = await mailedLink(server.dataDir, email, 2);
    const confirmed = await browser().open(
      `${link.pathname}${link.search}`,
      Object.fromEntries(link.searchParams),
    );
    const login = hrefIn(confirmed.text, '/login');
    expect(await landing(login, PASSWORD)).toBe('/teams/join?token=abc');
    // Somebody who is signed in with another account logs out first, and comes by the same way.
    const out = await visitor.open('/logout', { returnTo: '/teams/join?token=abc' });
    expect(out.headers.get('Location')).toBe(asked.url.pathname + asked.url.search);
    await visitor.open(hrefIn((await visitor.open(login)).text, '/forgot-password'), { email });
    const resetLink = await mailedLink(server.dataDir, email, 3);
    const newPassword = 'Battery-9-staple';
    const reset = await visitor.open(`${resetLink.pathname}${resetLink.search}`, {
      ...Object.fromEntries(resetLink.searchParams),
      newPassword,
      confirmPassword: newPassword,
    });
    expect(await landing(hrefIn(reset.text, '/login'), newPassword)).toBe('/teams/join?token=abc');
  });

  it('that is signed in goes on from a used setup link or a confirmed address', async () => {
    const visitor = browser();
    await visitor.open('/login', login);
    for (const old of ['/setup?token=used', '/confirm-email?userId=x&token=y'])
      expect((await visitor.open(old)).text, old).not.toMatch(/Login|Log in/);
    expect((await visitor.open('/setup?token=used')).text).toMatch(/href="\/dashboard"[^>]*>Continue</);
    await browser().open('/register', { intent: 'register', ...ada, email: 'second@example.org' });
    const link = await mailedLink(server.dataDir, 'second@example.org');
    const confirmed = await visitor.open(
      `${link.pathname}${link.search}`,
      Object.fromEntries(link.searchParams),
    );
    expect(confirmed.text).toContain(`You’re still logged in as ${ADMIN.email}.`);
    expect(confirmed.text).toMatch(/href="\/dashboard"[^>]*>Continue</);
  });

  it('is never given a token of the API, nor the other way round', async () => {
    const token = await signInByApi(server.origin);
    const visitor = browser();
    visitor.cookies.set('promptwell_session', token);
    expect((await visitor.open('/ai')).status).toBe(302);
    await visitor.open('/login', login);
    const cookie = visitor.cookies.get('promptwell_session') ?? '';
    for (const stolen of [cookie, 'null', 'undefined', '']) {
      const answer = await fetch(`${server.origin}/api/user-info`, {
        headers: { Authorization: `Bearer ${stolen}` },
      });
      expect(answer.status).toBe(401);
    }
  });

  it('links in mails never follow the Host that a request claims', async () => {
    await fetch(`${server.origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.test', Host: 'evil.test' },
      body: JSON.stringify({ ...ada, email: 'eve@example.org' }),
    });
    const link = await mailedLink(server.dataDir, 'eve@example.org');
    expect(link.origin).toBe(server.origin);
  });
});
