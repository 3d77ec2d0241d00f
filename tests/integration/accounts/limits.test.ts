import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPerson } from '../../support/people';
import { apiOf, startServer, type TestServer } from '../../support/server';
import { sharePayingServer } from '../../support/shared-server';

let server: TestServer;
beforeAll(async () => {
  // A small classroom, so that few requests reach its limit.
  server = await startServer({ env: { REGISTRATIONS_PER_HOUR: '10', MAIL_REQUESTS_PER_HOUR: '5' } });
});
afterAll(() => server.stop());

const PASSWORD = 'Correct-horse-7';
const reset = { email: 'a@example.org', token: 'x', newPassword: PASSWORD, confirmPassword: PASSWORD };
const person = { firstName: 'A', lastName: 'B', password: PASSWORD, confirmPassword: PASSWORD };

/** Each call, a body that is well-formed, and how many of it an address may send in an hour. */
const LIMITED: readonly [string, (n: number) => Record<string, unknown>, number][] = [
  ['/api/auth/register', (n) => ({ ...person, email: `a${String(n)}@example.org` }), 10],
  ['/api/auth/forgot-password', (n) => ({ email: `b${String(n)}@example.org` }), 5],
  ['/api/auth/confirm-email', () => ({ userId: 'x', token: 'y' }), 30],
  ['/api/auth/login', () => ({ email: 'a@example.org', password: 'Guess-1' }), 5],
];

describe('the calls that anybody may make', () => {
  it.each(LIMITED)('%s is refused after a while, and says how long to wait', async (path, body, limit) => {
    const post = (n: number) => apiOf(server.origin)('POST', path, body(n));
    for (let n = 0; n < limit; n += 1) expect((await post(n)).status).not.toBe(429);
    const refused = await post(limit);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.body.message).toMatch(/ Try again in \d+ (?:second|minute)s?\.(?: |$)/);
  });

  it('share their count where they do the same', async () => {
    const resend = await apiOf(server.origin)('POST', '/api/auth/resend-confirmation', {
      email: 'c@example.org',
    });
    expect(resend.status).toBe(429);
    expect((await apiOf(server.origin)('POST', '/api/auth/reset-password', reset)).status).toBe(429);
  });

  it('believe no claimed address unless a proxy is trusted', async () => {
    const claimed = await apiOf(server.origin)(
      'POST',
      '/api/auth/resend-confirmation',
      { email: 'c@example.org' },
      { 'X-Forwarded-For': '203.0.113.9' },
    );
    expect(claimed.status).toBe(429);
  });
});

it('behind a trusted proxy each visitor has a count of their own, and cookies are Secure on https @soak', async () => {
  const shared = await sharePayingServer();
  const proxied = shared.server;
  const { email, password } = await registerPerson(proxied);
  const guess = (address: string) =>
    apiOf(proxied.origin)(
      'POST',
      '/api/auth/login',
      { email: 'b@example.org', password: 'Guess-1' },
      { 'X-Forwarded-For': address },
    );
  for (let n = 0; n < 5; n += 1) await guess('203.0.113.9');
  expect((await guess('203.0.113.9')).status).toBe(429);
  expect((await guess('203.0.113.10')).status).toBe(401);
  const login = await fetch(`${proxied.origin}/login`, {
    method: 'POST',
    headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.11' },
    body: new URLSearchParams({ intent: 'sign-in', email, password }),
  });
  const cookies = login.headers.getSetCookie();
  expect(cookies.some((line) => line.startsWith('__Host-promptwell_session='))).toBe(true);
  for (const line of cookies) expect(line).toContain('; Secure');
  await shared.close();
});
