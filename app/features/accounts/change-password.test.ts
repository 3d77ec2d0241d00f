import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '~/core/edge/serve-api.server';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import changePasswordRoute from '~/routes/api/auth/change-password';
import { GOOD_PASSWORD, isAlive, logIn, newPerson, signedIn, submit } from '../../../tests/support/accounts';
import { HOME, SITE, testServices, type TestServices } from '../../../tests/support/services';
import { changePassword, resetPassword } from './index.server';
import { changePasswordSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const NEW_PASSWORD = 'Battery-9-staple';
const chosen = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

describe('changing the password', () => {
  const change = (actor: Actor, form: Record<string, unknown>) =>
    submit(changePasswordSchema, form, (input) => changePassword(accounts, actor, input));

  it('ends every other session, tells the owner by mail, and keeps this one', async () => {
    const other = await newPerson(accounts);
    const { actor, token, email } = await signedIn(accounts, 'ada@example.org');
    await change(actor, { currentPassword: GOOD_PASSWORD, ...chosen });
    expect(await isAlive(accounts, token)).toBe(true);
    expect(await isAlive(accounts, other.token)).toBe(false);
    expect((await accounts.mails()).at(-1)?.subject).toBe('Your password was changed');
    await expect(signedIn(accounts, email)).rejects.toMatchObject({ code: 'wrong_login' });
    await signedIn(accounts, email, NEW_PASSWORD);
  });

  it('needs the current one, and a new one that is new and good', async () => {
    const { actor } = await newPerson(accounts);
    await expect(change(actor, { currentPassword: 'wrong', ...chosen })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await expect(change(actor, chosen)).rejects.toMatchObject({ code: 'proof_required' });
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
    const { email } = await newPerson(accounts);
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

describe('password rotation', () => {
  it.each([90, 180, 365] as const)(
    'asks for a new password after %d days, and then no more',
    async (days) => {
      const { actor, email } = await newPerson(accounts);
      await accounts.preferences.change(actor.userId, { PasswordRotationDays: days });
      accounts.pass(days * DAY_MS);
      await signedIn(accounts, email);
      accounts.pass(1);
      const refusal = await signedIn(accounts, email).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'password_expired',
        message: `Your password is older than ${String(days)} days. Please choose a new one.`,
        data: { email },
      });
      const { resetToken } = (refusal as { data: { resetToken: string } }).data;
      await resetPassword(accounts, { email, token: resetToken, ...chosen });
      await signedIn(accounts, email, NEW_PASSWORD);
    },
  );

  it('is off unless chosen', async () => {
    const { email } = await newPerson(accounts);
    accounts.pass(3650 * DAY_MS);
    await signedIn(accounts, email);
  });
});
