import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '~/core/shared/clock';
import { hashSecret } from '~/core/server/session.server';
import { GOOD_PASSWORD, logIn, registerAndConfirm } from '../../../tests/support/accounts';
import { HOME, testServices, type TestServices } from '../../../tests/support/services';
import { getUserInfo, signOut } from './index.server';

let accounts: TestServices;
beforeEach(async () => {
  accounts = testServices();
  await registerAndConfirm(accounts);
});
afterEach(() => accounts.close());

const login = { email: 'ada@example.org', password: GOOD_PASSWORD };
const adaId = async () => (await accounts.prisma.user.findFirstOrThrow()).id;

describe('signing in', () => {
  it('gives a browser a secret that only its hash is kept of', async () => {
    const { token } = await logIn(accounts, login);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await accounts.prisma.session.findMany();
    expect(row?.tokenHash).toBe(hashSecret(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await accounts.sessions.find(token, 'cookie')).toMatchObject({
      email: 'ada@example.org',
      via: 'cookie',
    });
  });

  it('answers an unknown address, a wrong password and a person without one alike', async () => {
    const answerTo = (form: Record<string, unknown>) =>
      logIn(accounts, form).then(
        () => 'signed in',
        (error: unknown) => JSON.stringify(error),
      );
    const wrong = await answerTo({ ...login, password: 'wrong' });
    expect(wrong).toContain('wrong_login');
    expect(await answerTo({ ...login, email: 'nobody@example.org' })).toBe(wrong);
    await accounts.prisma.user.updateMany({ data: { passwordHash: null } });
    expect(await answerTo(login)).toBe(wrong);
    await accounts.prisma.user.updateMany({ data: { passwordHash: 'not a hash' } });
    expect(await answerTo(login)).toBe(wrong);
  });

  it('makes a new secret every time, whatever the browser brought along', async () => {
    const first = await logIn(accounts, login);
    const second = await logIn(accounts, login);
    expect(second.token).not.toBe(first.token);
  });

  it('lets no suspended person in, and ends what they had open', async () => {
    const { token } = await logIn(accounts, login, HOME, 'bearer');
    await accounts.prisma.user.updateMany({ data: { suspendedAt: new Date() } });
    accounts.sessions.forget(await adaId());
    expect(await accounts.sessions.find(token, 'bearer')).toBeUndefined();
    await expect(logIn(accounts, login)).rejects.toMatchObject({
      code: 'account_suspended',
      message: 'This account is suspended. Contact this server’s administrator.',
    });
    await expect(logIn(accounts, { ...login, password: 'Wrong-horse-7' })).rejects.toMatchObject({
      code: 'wrong_login',
    });
  });

  it('tells the person about themselves', async () => {
    const { token, user } = await logIn(accounts, login, HOME, 'bearer');
    const actor = await accounts.sessions.find(token, 'bearer');
    if (!actor) throw new Error('not signed in');
    const info = getUserInfo(actor);
    expect(info).toEqual(user);
    expect(info).toEqual({
      id: actor.userId,
      userId: actor.userId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      roles: [],
      registrationDate: '2026-11-20T09:00:00.000Z',
      lastLoginDate: '2026-11-20T09:00:00.000Z',
      emailConfirmed: true,
    });
  });
});

describe('a session', () => {
  it('is of one kind: a cookie is no bearer token, nor the other way round', async () => {
    const cookie = await logIn(accounts, login);
    const bearer = await logIn(accounts, login, HOME, 'bearer');
    for (let look = 0; look < 2; look += 1) {
      expect(await accounts.sessions.find(cookie.token, 'bearer')).toBeUndefined();
      expect(await accounts.sessions.find(bearer.token, 'cookie')).toBeUndefined();
    }
  });

  it('ends at sign-out, for everybody who has its secret', async () => {
    const { token } = await logIn(accounts, login, HOME, 'bearer');
    await signOut(accounts, await accounts.sessions.find(token, 'bearer'));
    expect(await accounts.sessions.find(token, 'bearer')).toBeUndefined();
    await signOut(accounts, undefined);
  });

  it('is over twelve hours after the last request, unless it is remembered for thirty days', async () => {
    const short = await logIn(accounts, login);
    const long = await logIn(accounts, { ...login, rememberMe: true });
    const script = await logIn(accounts, login, HOME, 'bearer');
    accounts.pass(11 * HOUR_MS);
    expect(await accounts.sessions.find(short.token, 'cookie')).toBeDefined();
    accounts.pass(11 * HOUR_MS);
    expect(await accounts.sessions.find(short.token, 'cookie')).toBeDefined();
    accounts.pass(12 * HOUR_MS);
    expect(await accounts.sessions.find(short.token, 'cookie')).toBeUndefined();
    accounts.pass(28 * DAY_MS);
    expect(await accounts.sessions.find(long.token, 'cookie')).toBeDefined();
    expect(await accounts.sessions.find(script.token, 'bearer')).toBeDefined();
    accounts.pass(DAY_MS);
    expect(await accounts.sessions.find(long.token, 'cookie')).toBeUndefined();
    expect(await accounts.sessions.find(script.token, 'bearer')).toBeUndefined();
    await accounts.sessions.sweep();
    expect(await accounts.prisma.session.count()).toBe(0);
  });

  it('that was used while the clock was a year ahead is over twelve hours after that is put right', async () => {
    const ahead = 365 * DAY_MS;
    accounts.pass(ahead);
    const { token } = await logIn(accounts, login);
    accounts.pass(-ahead);
    expect(await accounts.sessions.find(token, 'cookie')).toBeDefined();
    accounts.pass(12 * HOUR_MS);
    expect(await accounts.sessions.find(token, 'cookie')).toBeUndefined();
  });

  it('shows new roles with the next request', async () => {
    const { token } = await logIn(accounts, login, HOME, 'bearer');
    expect((await accounts.sessions.find(token, 'bearer'))?.roles).toEqual([]);
    const userId = await adaId();
    await accounts.prisma.userRole.create({ data: { userId, role: 'PaidUser' } });
    accounts.sessions.forget(userId);
    expect((await accounts.sessions.find(token, 'bearer'))?.roles).toEqual(['paiduser']);
  });

  it('that is ended while it is being looked up does not come back', async () => {
    const { token } = await logIn(accounts, login, HOME, 'bearer');
    const userId = await adaId();
    await Promise.all([accounts.sessions.find(token, 'bearer'), accounts.sessions.endAll(userId)]);
    expect(await accounts.sessions.find(token, 'bearer')).toBeUndefined();
  });

  it('costs no query once it is known', async () => {
    const { token } = await logIn(accounts, login, HOME, 'bearer');
    await accounts.sessions.find(token, 'bearer');
    const release = await accounts.lock.acquire(); // nothing can reach the database now
    expect(await accounts.sessions.find(token, 'bearer')).toBeDefined();
    release();
  });
});
