import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '~/core/shared/clock';
import {
  confirm,
  ELSEWHERE,
  GOOD_PASSWORD,
  isAlive,
  logIn,
  newPerson,
  signedIn,
  submit,
  withPasswords,
} from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { requestPasswordReset, resetPassword } from './index.server';
import { resetPasswordSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const NEW_PASSWORD = 'Battery-9-staple';
const chosen = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

describe('a reset link', () => {
  async function link(): Promise<{ email: string; token: string }> {
    requestPasswordReset(accounts, { email: 'ada@example.org' });
    const query = (await accounts.mailedLink()).searchParams;
    return { email: query.get('email') ?? '', token: query.get('token') ?? '' };
  }
  const reset = (form: Record<string, unknown>) =>
    submit(resetPasswordSchema, { ...chosen, ...form }, (input) => resetPassword(accounts, input));
  const refused = { message: 'Invalid reset link. Please request a new password reset.' };

  it('is said to be sent by a server that sends mail, and to be on the server by another', () => {
    const askedOf = (SMTP_URL: string | undefined) =>
      requestPasswordReset(
        { ...accounts, env: { ...accounts.env, SMTP_URL } },
        { email: 'nobody@example.org' },
      ).message;
    expect(askedOf('smtp://mail.example.org')).toContain('we’ve sent a link');
    expect(askedOf(undefined)).toContain('a link to choose a new password is on the server');
  });

  it('works once, and ends all sessions', async () => {
    const { token } = await newPerson(accounts);
    const form = await link();
    await reset(form);
    expect(await isAlive(accounts, token)).toBe(false);
    await expect(reset(form)).rejects.toMatchObject(refused);
    await signedIn(accounts, form.email, NEW_PASSWORD);
  });

  it('ends the login that shows the old password in the same moment', async () => {
    await newPerson(accounts);
    const form = await link();
    const { passwords } = accounts;
    const services = withPasswords(accounts, {
      ...passwords,
      verify: async (stored, password) => {
        const match = await passwords.verify(stored, password);
        await reset(form);
        return match;
      },
    });
    const login = { email: form.email, password: GOOD_PASSWORD };
    await expect(logIn(services, login)).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('is over after an hour, and when another one was used', async () => {
    await newPerson(accounts);
    const [first, second] = [await link(), await link()];
    await reset(second);
    await expect(reset(first)).rejects.toMatchObject(refused);
    const third = await link();
    accounts.pass(HOUR_MS);
    await expect(reset(third)).rejects.toMatchObject(refused);
  });

  it('is of no use for another person, or for another purpose', async () => {
    await newPerson(accounts);
    const { token } = await link();
    await newPerson(accounts, 'bob');
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
    await newPerson(accounts);
    const guess = { newPassword: GOOD_PASSWORD, confirmPassword: GOOD_PASSWORD };
    await expect(reset({ email: 'ada@example.org', token: 'guess', ...guess })).rejects.toMatchObject(
      refused,
    );
    await expect(reset({ ...(await link()), ...guess })).rejects.toMatchObject({ code: 'same_password' });
  });

  it('lets the owner in even while strangers have used up all tries @soak', async () => {
    await newPerson(accounts);
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
