import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import {
  confirm,
  isAlive,
  logIn,
  newPerson,
  register,
  registerAndConfirm,
  registration,
  withPasswords,
} from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { createPasswords } from './passwords.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

/** The same accounts, with a list of what was done with passwords: that is what takes time. */
function watched() {
  const work: string[] = [];
  const { passwords } = accounts;
  const services = withPasswords(accounts, {
    hash: (password) => {
      work.push('hash');
      return passwords.hash(password);
    },
    verify: (stored, password) => {
      work.push('verify');
      return passwords.verify(stored, password);
    },
  });
  return { work, services };
}

describe('an address with an account costs as much time as one without', () => {
  it('when registering', async () => {
    const { work, services } = watched();
    await register(services);
    const forANewOne = work.splice(0);
    await confirm(services, await accounts.mailedLink());
    await register(services);
    expect(work).toEqual(forANewOne);
    expect(work).toEqual(['hash']);
  });

  it('when signing in', async () => {
    await register(accounts);
    const { work, services } = watched();
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const guess = logIn(services, { email, password: 'Guess-1' });
      await expect(guess).rejects.toMatchObject({ code: 'wrong_login' });
      expect(work.splice(0)).toEqual(['verify']);
    }
  });
});

/** é, as macOS and Windows encode it. */
const [DECOMPOSED, COMPOSED] = ['Cafe\u0301-horse-7', 'Caf\u00e9-horse-7'];

describe('a password with accents', () => {
  it('is right on every keyboard', async () => {
    await registerAndConfirm(accounts, registration({ password: DECOMPOSED, confirmPassword: DECOMPOSED }));
    for (const password of [COMPOSED, DECOMPOSED])
      expect(await logIn(accounts, { email: 'ada@example.org', password })).toHaveProperty('token');
  });

  it('that was hashed as typed still works, and then on every keyboard, without logging anyone out', async () => {
    const { token } = await newPerson(accounts);
    const passwordHash = await hash(DECOMPOSED);
    await accounts.prisma.user.update({ where: { email: 'ada@example.org' }, data: { passwordHash } });
    const wrong = logIn(accounts, { email: 'ada@example.org', password: COMPOSED });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_login' });
    for (const password of [DECOMPOSED, COMPOSED])
      expect(await logIn(accounts, { email: 'ada@example.org', password })).toHaveProperty('token');
    expect(await isAlive(accounts, token)).toBe(true);
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
    expect(await passwords.verify(one, 'Correct-horse-7')).toBe('current');
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
