import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOME, registration, testAccounts, type TestAccounts } from '../../../tests/support/accounts';
import { confirmEmail, registerUser, signIn } from './index.server';
import { createPasswords } from './passwords.server';

let accounts: TestAccounts;
beforeEach(() => {
  accounts = testAccounts();
});
afterEach(() => accounts.close());

/** The same accounts, with a list of what was done with passwords: that is what takes time. */
function watched() {
  const work: string[] = [];
  const { passwords } = accounts;
  const deps = {
    ...accounts,
    passwords: {
      hash: (password: string) => {
        work.push('hash');
        return passwords.hash(password);
      },
      verify: (stored: string | null | undefined, password: string) => {
        work.push('verify');
        return passwords.verify(stored, password);
      },
    },
  };
  return { work, deps };
}

describe('an address with an account costs as much time as one without', () => {
  it('when registering', async () => {
    const { work, deps } = watched();
    await registerUser(deps, registration(), HOME);
    const forANewOne = work.splice(0);
    await confirmEmail(deps, Object.fromEntries((await accounts.mailedLink()).searchParams), HOME);
    await registerUser(deps, registration(), HOME);
    expect(work).toEqual(forANewOne);
    expect(work).toEqual(['hash']);
  });

  it('when signing in', async () => {
    await registerUser(accounts, registration(), HOME);
    const { work, deps } = watched();
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const guess = signIn(deps, { email, password: 'Guess-1' }, HOME, 'cookie');
      await expect(guess).rejects.toMatchObject({ code: 'wrong_login' });
      expect(work.splice(0)).toEqual(['verify']);
    }
  });
});

describe('passwords', () => {
  const passwords = createPasswords();

  it('are kept as argon2id hashes, each with a salt of its own', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('Correct-horse-7'),
      passwords.hash('Correct-horse-7'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'Correct-horse-7')).toBe(true);
    expect(await passwords.verify(one, 'correct-horse-7')).toBe(false);
  });

  it.each([null, undefined, '', 'not a hash', '$argon2id$v=19$m=19456,t=2,p=1$x'])(
    'never match the hash %j',
    async (stored) => {
      expect(await passwords.verify(stored, '')).toBe(false);
      expect(await passwords.verify(stored, 'Correct-horse-7')).toBe(false);
    },
  );

  it('are hashed a few at a time, and more than can wait are told to come again', async () => {
    const all = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.verify('', 'x')));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(28);
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 5 } });
    expect(await passwords.verify('', 'x')).toBe(false);
  });
});
