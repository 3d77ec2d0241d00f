import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  GOOD_PASSWORD,
  HOME,
  registration,
  testAccounts,
  type TestAccounts,
} from '../../../tests/support/accounts';
import {
  ensureFirstAdministrator,
  isSetupOpen,
  registerUser,
  setUpFirstAdministrator,
  signIn,
} from './index.server';

let accounts: TestAccounts;
beforeEach(() => {
  accounts = testAccounts();
});
afterEach(() => accounts.close());

async function setupToken(): Promise<string> {
  const first = await ensureFirstAdministrator(accounts, {});
  if (first.kind !== 'set-up-link') throw new Error('there is an administrator already');
  return new URL(first.path, 'http://x').searchParams.get('token') ?? '';
}
const balanceOf = async (userId: string) => (await accounts.ledger.balance(userId)).availableMicroUsd;

describe('the set-up link', () => {
  it('makes the first administrator, who has $5.00 and is signed in', async () => {
    const token = await setupToken();
    expect(await isSetupOpen(accounts, token)).toBe(true);
    const signedIn = await setUpFirstAdministrator(accounts, registration({ token }), HOME);
    expect(signedIn.user).toMatchObject({ roles: ['admin', 'paiduser'], emailConfirmed: true });
    expect(await accounts.sessions.find(signedIn.token, 'cookie')).toMatchObject({
      roles: ['admin', 'paiduser'],
    });
    expect(await balanceOf(signedIn.user.id)).toBe(5_000_000n);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it('works once, and never again after there is an administrator', async () => {
    const token = await setupToken();
    await setUpFirstAdministrator(accounts, registration({ token }), HOME);
    expect(await isSetupOpen(accounts, token)).toBe(false);
    await expect(
      setUpFirstAdministrator(accounts, registration({ token, email: 'eve@example.org' }), HOME),
    ).rejects.toMatchObject({ code: 'setup_closed' });
    expect(await ensureFirstAdministrator(accounts, {})).toEqual({ kind: 'exists' });
  });

  it('makes one administrator when two people use it at once', async () => {
    const token = await setupToken();
    const outcomes = await Promise.allSettled(
      ['ada', 'eve', 'bob'].map((name) =>
        setUpFirstAdministrator(accounts, registration({ token, email: `${name}@example.org` }), HOME),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await accounts.prisma.userRole.count({ where: { role: 'admin' } })).toBe(1);
  });

  it.each([undefined, null, '', 'guess'])('refuses the token %j', async (token) => {
    await setupToken();
    await expect(setUpFirstAdministrator(accounts, registration({ token }), HOME)).rejects.toThrow();
    expect(await accounts.prisma.user.count()).toBe(0);
  });

  it('is replaced by the next start', async () => {
    const old = await setupToken();
    const current = await setupToken();
    expect(await isSetupOpen(accounts, old)).toBe(false);
    expect(await isSetupOpen(accounts, current)).toBe(true);
  });

  it('takes over an address that was registered before, and its password ends', async () => {
    await registerUser(
      accounts,
      registration({ password: 'Evil-eve-666', confirmPassword: 'Evil-eve-666' }),
      HOME,
    );
    const token = await setupToken();
    const { user } = await setUpFirstAdministrator(accounts, registration({ token }), HOME);
    expect(user.roles).toContain('admin');
    const old = signIn(accounts, { email: 'ada@example.org', password: 'Evil-eve-666' }, HOME, 'cookie');
    await expect(old).rejects.toMatchObject({ code: 'wrong_login' });
  });
});

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const settings = { ADMIN_EMAIL: 'Root@Example.org', ADMIN_PASSWORD: GOOD_PASSWORD };

  it('make the administrator at the first start, with $5.00, and nothing at later ones', async () => {
    expect(await ensureFirstAdministrator(accounts, settings)).toEqual({
      kind: 'created',
      email: 'root@example.org',
    });
    expect(await ensureFirstAdministrator(accounts, settings)).toEqual({ kind: 'exists' });
    const { user } = await signIn(
      accounts,
      { email: 'root@example.org', password: GOOD_PASSWORD },
      HOME,
      'bearer',
    );
    expect(user.roles).toEqual(['admin', 'paiduser']);
    expect(await balanceOf(user.id)).toBe(5_000_000n);
  });

  it('refuse a weak password with a sentence', async () => {
    await expect(ensureFirstAdministrator(accounts, { ...settings, ADMIN_PASSWORD: 'weak' })).rejects.toThrow(
      /^ADMIN_PASSWORD is refused: Password must be at least 6/,
    );
  });
});

it('gives the credit at the next start when the first one ended before it', async () => {
  const ledger = { ...accounts.ledger, credit: () => Promise.reject(new Error('the power went')) };
  const settings = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: GOOD_PASSWORD };
  await expect(ensureFirstAdministrator({ ...accounts, ledger }, settings)).rejects.toThrow('the power went');
  const { id } = await accounts.prisma.user.findFirstOrThrow();
  expect(await balanceOf(id)).toBe(0n);
  await ensureFirstAdministrator(accounts, {});
  expect(await balanceOf(id)).toBe(5_000_000n);
});
