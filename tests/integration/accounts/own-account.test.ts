import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scriptlessBrowser } from '../../support/scriptless-browser';
import { queryBeside } from '../../support/server-database';
import { ADMIN, ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../../support/server';

let server: TestServer;
let admin: ReturnType<typeof apiOf>;
beforeAll(async () => {
  server = await startServer({ env: ADMIN_ENV });
  admin = apiOf(server.origin, await signInByApi(server.origin));
});
afterAll(() => server.stop());

let number = 0;
/** Somebody with an account, as an administrator makes one. */
async function somebody(creditCents = 0) {
  number += 1;
  const body = { first: number, domain: 'example.org', creditCents };
  const { made } = (
    await admin<{ made: { email: string; password: string; userId: string }[] }>(
      'POST',
      '/api/admin/test-drives',
      body,
    )
  ).body;
  const [person] = made;
  if (!person) throw new Error('nobody was made');
  return { ...person, api: apiOf(server.origin, await signInByApi(server.origin, person)) };
}

describe('preferences', () => {
  it('are read, changed in part, and refused with the name of what is wrong', async () => {
    const { api } = await somebody();
    const before = await api('GET', '/api/userpreferences');
    expect(before.body).toMatchObject({ DefaultGlobalLanding: '/dashboard', PerRequestCapCents: null });
    const changed = await api('POST', '/api/userpreferences', {
      PerRequestCapCents: 25,
      PreferredTimezone: 'Asia/Tokyo',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...before.body, PerRequestCapCents: 25, PreferredTimezone: 'Asia/Tokyo' },
    });
    expect((await api('GET', '/api/userpreferences')).body).toEqual(changed.body);
    const wrong = await api('POST', '/api/userpreferences', { DefaultDateRange: '400d' });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('DefaultDateRange');
  });

  it('pin and unpin a category', async () => {
    const { api } = await somebody();
    const pin = (FavoriteCategoryId: unknown) =>
      api('POST', '/api/userpreferences/favorite-category', { FavoriteCategoryId });
    expect((await pin(7)).body).toMatchObject({ FavoriteCategoryId: 7 });
    expect((await pin(null)).body).toMatchObject({ FavoriteCategoryId: null });
    expect((await pin({})).status).toBe(400);
    expect((await api('POST', '/api/userpreferences/favorite-category', {})).status).toBe(400);
  });

  it('keep the low-balance threshold in its range', async () => {
    const { api } = await somebody();
    const path = '/api/billing/low-balance-threshold';
    expect((await api('GET', path)).body).toEqual({ lowBalanceWarnCents: 50 });
    expect((await api('POST', path, { lowBalanceWarnCents: 99_999 })).body).toEqual({
      lowBalanceWarnCents: 5000,
    });
    expect((await api('GET', path)).body).toEqual({ lowBalanceWarnCents: 5000 });
    expect((await api('POST', path, { lowBalanceWarnCents: 'much' })).status).toBe(400);
  });

  it('are one’s own alone', async () => {
    for (const path of [
      '/api/userpreferences',
      '/api/billing/low-balance-threshold',
      '/api/account/export',
      '/api/user-info',
    ]) {
      expect((await apiOf(server.origin)('GET', path)).body).toMatchObject({
        message: 'No authentication token found',
      });
    }
    const [ada, bob] = [await somebody(), await somebody()];
    await ada.api('POST', '/api/userpreferences', { DefaultDateRange: '30d' });
    expect((await bob.api('GET', '/api/userpreferences')).body).toMatchObject({ DefaultDateRange: '7d' });
  });
});

describe('an account', () => {
  it('changes its password, which signs its other scripts out', async () => {
    const person = await somebody();
    const other = apiOf(server.origin, await signInByApi(server.origin, person));
    const change = (currentPassword: string) =>
      person.api('POST', '/api/auth/change-password', {
        currentPassword,
        newPassword: 'Battery-9-staple',
        confirmPassword: 'Battery-9-staple',
      });
    expect(await change('wrong')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect((await change(person.password)).status).toBe(200);
    expect((await other('GET', '/api/user-info')).status).toBe(401);
    expect((await person.api('GET', '/api/user-info')).status).toBe(200);
  });

  it('exports everything of its own', async () => {
    const { email, password } = await somebody(125);
    const token = await signInByApi(server.origin, { email, password });
    const answer = await fetch(`${server.origin}/api/account/export`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toContain('attachment');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Buffer.from(files['profile.json'] ?? []).toString()).toContain(email);
    expect(Buffer.from(files['ledger.json'] ?? []).toString()).toContain('1250000');
  });

  it('is deleted for good @soak', async () => {
    const person = await somebody(125);
    const browser = scriptlessBrowser(server.origin);
    await browser.open('/login', { intent: 'sign-in', email: person.email, password: person.password });
    expect((await browser.open('/account')).text).toContain(person.email);
    const deleted = await person.api('POST', '/api/auth/delete-account');
    expect(deleted).toMatchObject({ status: 200, body: { deletionId: expect.any(String) as unknown } });
    expect((await person.api('GET', '/api/user-info')).status).toBe(401);
    expect((await browser.open('/account')).status).toBe(302);
    await expect(signInByApi(server.origin, person)).rejects.toThrow('401');
    const grant = { userId: person.userId, amountCents: 100, note: 'x' };
    const answer = await admin('POST', '/api/admin/billing/grant', grant, {
      'X-Idempotency-Key': 'after-deletion-1',
    });
    expect(answer.status).toBe(404);
  });

  it('of the only administrator stays', async () => {
    expect(await admin('POST', '/api/auth/delete-account')).toMatchObject({
      status: 409,
      body: { code: 'cannot_delete' },
    });
    expect((await admin('GET', '/api/user-info')).body).toMatchObject({ email: ADMIN.email });
  });

  it('for test drives is made by administrators alone', async () => {
    const { api } = await somebody();
    const body = { first: 900, domain: 'example.org' };
    expect((await api('POST', '/api/admin/test-drives', body)).status).toBe(403);
    expect((await apiOf(server.origin)('POST', '/api/admin/test-drives', body)).status).toBe(401);
  });
});

it('who one is cannot be told while the database is away', async () => {
  const { api } = await somebody(); // whom the server has not looked up yet
  await queryBeside(server.dataDir, 'ALTER TABLE session RENAME TO elsewhere');
  onTestFinished(async () => {
    await queryBeside(server.dataDir, 'ALTER TABLE elsewhere RENAME TO session');
  });
  const answer = await api('GET', '/api/user-info');
  expect(answer).toMatchObject({ status: 500, body: { message: 'Failed to get user info' } });
  await vi.waitFor(() => expect(server.output()).toContain('request failed'));
});
