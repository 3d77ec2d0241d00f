import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '~/core/edge/serve-api.server';
import { DAY_MS, HOUR_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import changePasswordRoute from '~/routes/api/auth/change-password';
import {
  confirm,
  ELSEWHERE,
  GOOD_PASSWORD,
  logIn,
  registerAndConfirm,
  registration,
  submit,
} from '../../../tests/support/accounts';
import { HOME, SITE, testServices, type TestServices } from '../../../tests/support/services';
import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportData,
  listSessions,
  requestPasswordReset,
  resetPassword,
} from './index.server';
import { changePasswordSchema, resetPasswordSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const NEW_PASSWORD = 'Battery-9-staple';
const chosen = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

/** A confirmed user who is signed in, with the secret of their session. */
async function person(name = 'ada'): Promise<{ actor: Actor; token: string; email: string }> {
  const email = `${name}@example.org`;
  await registerAndConfirm(accounts, registration({ email }));
  return signedIn(email);
}
async function signedIn(email: string, password = GOOD_PASSWORD) {
  const { token } = await logIn(accounts, { email, password });
  const actor = await accounts.sessions.find(token, 'cookie');
  if (!actor) throw new Error('not signed in');
  return { actor, token, email };
}
const isAlive = async (token: string) => (await accounts.sessions.find(token, 'cookie')) !== undefined;

describe('changing the password', () => {
  const change = (actor: Actor, form: Record<string, unknown>) =>
    submit(changePasswordSchema, form, (input) => changePassword(accounts, actor, input));

  it('ends every other session, tells the owner by mail, and keeps this one', async () => {
    const other = await person();
    const { actor, token, email } = await signedIn('ada@example.org');
    await change(actor, { currentPassword: GOOD_PASSWORD, ...chosen });
    expect(await isAlive(token)).toBe(true);
    expect(await isAlive(other.token)).toBe(false);
    expect((await accounts.mails()).at(-1)?.subject).toBe('Your password was changed');
    await expect(signedIn(email)).rejects.toMatchObject({ code: 'wrong_login' });
    await signedIn(email, NEW_PASSWORD);
  });

  it('needs the current one, and a new one that is new and good', async () => {
    const { actor } = await person();
    await expect(change(actor, { currentPassword: 'wrong', ...chosen })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await expect(change(actor, chosen)).rejects.toMatchObject({ code: 'wrong_password' });
    const same = {
      currentPassword: GOOD_PASSWORD,
      newPassword: GOOD_PASSWORD,
      confirmPassword: GOOD_PASSWORD,
    };
    await expect(change(actor, same)).rejects.toMatchObject({ code: 'same_password' });
    const weak = { currentPassword: GOOD_PASSWORD, newPassword: 'short', confirmPassword: 'short' };
    await expect(change(actor, weak)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(change(actor, { ...chosen, confirmPassword: 'x' })).rejects.toMatchObject({
      message: 'Passwords do not match',
    });
  });

  it('is limited, so that a stolen session cannot guess the password', async () => {
    const { email } = await person();
    const { token } = await logIn(accounts, { email, password: GOOD_PASSWORD }, HOME, 'bearer');
    const api = createApi([changePasswordRoute]);
    const guess = async (currentPassword: string) => {
      const request = new Request(`${SITE}/api/auth/change-password`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ currentPassword, ...chosen }),
      });
      const context = { services: accounts, nonce: '', requestId: '1', clientAddress: HOME.address };
      return (await api.serve(request, context)).status;
    };
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await guess(`guess ${String(attempt)}`)).toBe(403);
    expect(await guess(GOOD_PASSWORD)).toBe(429);
  });
});

describe('a reset link', () => {
  async function link(): Promise<{ email: string; token: string }> {
    requestPasswordReset(accounts, { email: 'ada@example.org' });
    const query = (await accounts.mailedLink()).searchParams;
    return { email: query.get('email') ?? '', token: query.get('token') ?? '' };
  }
  const reset = (form: Record<string, unknown>) =>
    submit(resetPasswordSchema, { ...chosen, ...form }, (input) => resetPassword(accounts, input));
  const refused = { message: 'Invalid reset link. Please request a new password reset.' };

  it('works once, and ends all sessions', async () => {
    const { token } = await person();
    const form = await link();
    await reset(form);
    expect(await isAlive(token)).toBe(false);
    await expect(reset(form)).rejects.toMatchObject(refused);
    await signedIn(form.email, NEW_PASSWORD);
  });

  it('is over after an hour, and when another one was used', async () => {
    await person();
    const [first, second] = [await link(), await link()];
    await reset(second);
    await expect(reset(first)).rejects.toMatchObject(refused);
    const third = await link();
    accounts.pass(HOUR_MS);
    await expect(reset(third)).rejects.toMatchObject(refused);
  });

  it('is of no use for another person, or for another purpose', async () => {
    await person();
    const { token } = await link();
    await person('bob');
    await expect(reset({ email: 'bob@example.org', token })).rejects.toMatchObject(refused);
    const { id } = await accounts.prisma.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } });
    await expect(confirm(accounts, { userId: id, token })).rejects.toMatchObject({
      code: 'invalid_link',
    });
    await reset({ email: 'ada@example.org', token });
  });

  it.each([
    {},
    { email: 'ada@example.org' },
    { token: 'x' },
    { email: '', token: '' },
    { email: null, token: null },
  ])('that is broken is refused before anything else: %j', async (form) => {
    await expect(reset({ ...form, newPassword: 'weak' })).rejects.toMatchObject(refused);
  });

  it('does not tell a stranger whether they guessed the current password', async () => {
    await person();
    const guess = { newPassword: GOOD_PASSWORD, confirmPassword: GOOD_PASSWORD };
    await expect(reset({ email: 'ada@example.org', token: 'guess', ...guess })).rejects.toMatchObject(
      refused,
    );
    await expect(reset({ ...(await link()), ...guess })).rejects.toMatchObject({ code: 'same_password' });
  });

  it('lets the owner in even while strangers have used up all tries', async () => {
    await person();
    for (let host = 1; host <= 110; host += 1) {
      const stranger = { ...ELSEWHERE, address: `192.0.2.${String(host)}` };
      await logIn(accounts, { email: 'ada@example.org', password: 'Guess-1' }, stranger).catch(
        () => undefined,
      );
    }
    const { browserMark } = await reset(await link());
    const owner = { ...ELSEWHERE, knownBrowser: browserMark };
    const form = { email: 'ada@example.org', password: NEW_PASSWORD };
    await expect(logIn(accounts, form, ELSEWHERE)).rejects.toMatchObject({ kind: 'rate-limited' });
    expect((await logIn(accounts, form, owner)).user.email).toBe('ada@example.org');
  });
});

describe('password rotation', () => {
  it.each([90, 180, 365] as const)(
    'asks for a new password after %d days, and then no more',
    async (days) => {
      const { actor, email } = await person();
      await accounts.preferences.change(actor.userId, { PasswordRotationDays: days });
      accounts.pass(days * DAY_MS);
      await signedIn(email);
      accounts.pass(1);
      const refusal = await signedIn(email).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'password_expired',
        message: `Your password is older than ${String(days)} days. Please choose a new one.`,
        data: { email },
      });
      const { resetToken } = (refusal as { data: { resetToken: string } }).data;
      await resetPassword(accounts, { email, token: resetToken, ...chosen });
      await signedIn(email, NEW_PASSWORD);
    },
  );

  it('is off unless chosen', async () => {
    const { email } = await person();
    accounts.pass(3650 * DAY_MS);
    await signedIn(email);
  });
});

describe('sessions', () => {
  it('are listed without their secrets, and each can be ended', async () => {
    const first = await person();
    const second = await signedIn(first.email);
    const listed = await listSessions(accounts, second.actor);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isThisOne }) => isThisOne).map(({ id }) => id)).toEqual([second.actor.sessionId]);
    expect(JSON.stringify(listed)).not.toContain(first.token);
    await endSession(accounts, second.actor, { sessionId: first.actor.sessionId });
    expect(await isAlive(first.token)).toBe(false);
    const third = await signedIn(first.email);
    await endOtherSessions(accounts, second.actor);
    expect(await isAlive(third.token)).toBe(false);
    expect(await isAlive(second.token)).toBe(true);
  });

  it('of somebody else do not exist', async () => {
    const ada = await person();
    const bob = await person('bob');
    await expect(endSession(accounts, bob.actor, { sessionId: ada.actor.sessionId })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await isAlive(ada.token)).toBe(true);
  });
});

describe('an export', () => {
  it('holds everything of one’s own, and no secret', async () => {
    const { actor, token } = await person();
    await accounts.preferences.change(actor.userId, { DefaultDateRange: '30d' });
    await accounts.ledger.credit({
      userId: actor.userId,
      amountMicroUsd: 250_000n,
      source: 'grant',
      key: 'k',
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of await exportData(accounts, actor)) pieces.push(piece);
    const files = unzipSync(Buffer.concat(pieces));
    const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'README.txt',
        'ledger.json',
        'preferences.json',
        'profile.json',
        'sessions.json',
      ]),
    );
    expect(read('profile.json')).toMatchObject({ email: 'ada@example.org', firstName: 'Ada' });
    expect(read('preferences.json')).toMatchObject({ DefaultDateRange: '30d' });
    expect(read('ledger.json')).toMatchObject([{ amountMicroUsd: 250_000, balanceAfterMicroUsd: 250_000 }]);
    expect(read('sessions.json')).toHaveLength(1);
    const everything = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain('argon2');
  });
});

describe('deleting an account', () => {
  const PROOF = { password: GOOD_PASSWORD };

  it('asks a browser for the password, and a script for nothing more than its token', async () => {
    const { actor } = await person();
    await expect(deleteAccount(accounts, actor, undefined)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'proof_required',
      field: 'password',
    });
    await expect(deleteAccount(accounts, actor, { password: 'Wrong-horse-7' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'wrong_password',
    });
    await expect(deleteAccount(accounts, actor, { email: actor.email })).rejects.toMatchObject({
      code: 'proof_required',
    });
    const script: Actor = { ...actor, via: 'bearer' };
    await expect(deleteAccount(accounts, script, { password: 'Wrong-horse-7' })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await deleteAccount(accounts, script, undefined);
  });

  it('asks for the address where the account has no password', async () => {
    const { actor } = await person();
    await accounts.prisma.user.update({ where: { id: actor.userId }, data: { passwordHash: null } });
    await expect(deleteAccount(accounts, actor, { email: 'bob@example.org' })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'email',
    });
    await deleteAccount(accounts, actor, { email: 'ada@example.org' });
  });

  it('removes the person everywhere but in the books, which still add up', async () => {
    const { actor, token, email } = await person();
    await accounts.ledger.credit({
      userId: actor.userId,
      amountMicroUsd: 250_000n,
      source: 'grant',
      key: 'k',
    });
    await accounts.preferences.change(actor.userId, { DefaultDateRange: '30d' });
    const { deletionId } = await deleteAccount(accounts, actor, PROOF);
    expect(deletionId).toMatch(/^[\da-f-]{36}$/);
    expect(await isAlive(token)).toBe(false);
    await expect(signedIn(email)).rejects.toMatchObject({ code: 'wrong_login' });

    await accounts.background.drain();
    accounts.connection.pragma('wal_checkpoint(TRUNCATE)');
    const { connection } = accounts;
    for (const { name } of connection
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()) {
      const rows = JSON.stringify(
        connection.prepare(`SELECT * FROM "${name}"`).all(),
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      );
      for (const trace of [email, 'Lovelace', 'argon2']) expect(rows, name).not.toContain(trace);
    }
    expect((await accounts.ledger.entries(actor.userId, { page: 1, pageSize: 10 })).total).toBe(1);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it('leaves the address free for a new account', async () => {
    const { actor } = await person();
    await deleteAccount(accounts, actor, PROOF);
    const again = await person();
    expect(again.actor.userId).not.toBe(actor.userId);
  });

  it('is refused to the only administrator', async () => {
    const { actor } = await person();
    await accounts.prisma.userRole.create({ data: { userId: actor.userId, role: 'admin' } });
    const admin: Actor = { ...actor, roles: ['admin'] };
    await expect(deleteAccount(accounts, admin, PROOF)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'cannot_delete',
    });
    const bob = await person('bob');
    await accounts.prisma.userRole.create({ data: { userId: bob.actor.userId, role: 'admin' } });
    await deleteAccount(accounts, admin, PROOF);
  });

  it('is refused to test-drive accounts of this site, and only to them', async () => {
    const { actor } = await person('testdrive12');
    await expect(
      deleteAccount(accounts, { ...actor, email: 'testdrive12@promptwell.test' }, PROOF),
    ).rejects.toMatchObject({
      code: 'cannot_delete',
    });
    await deleteAccount(accounts, actor, PROOF);
  });
});
