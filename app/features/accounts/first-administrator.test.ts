import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, logIn, register, registration, submit } from '../../../tests/support/accounts';
import { HOME, testServices, type TestServices } from '../../../tests/support/services';
import { ensureFirstAdministrator, isSetupOpen, setUpFirstAdministrator } from './index.server';
import { setupSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const setUp = (form: Record<string, unknown>) =>
  submit(setupSchema, registration(form), (input) => setUpFirstAdministrator(accounts, HOME, input));

/** As the program starts with these settings. */
const start = (settings: Record<string, string> = {}) =>
  ensureFirstAdministrator({ ...accounts, env: { ...accounts.env, ...settings } });

async function setupToken(): Promise<string> {
  const first = await start();
  if (first.kind !== 'set-up-link') throw new Error('there is an administrator already');
  return new URL(first.path, 'http://x').searchParams.get('token') ?? '';
}
const balanceOf = async (userId: string) => (await accounts.ledger.balance(userId)).availableMicroUsd;

describe('the set-up link', () => {
  it('makes the first administrator, who has $5.00 and is signed in', async () => {
    const token = await setupToken();
    expect(await isSetupOpen(accounts, token)).toBe(true);
    const signedIn = await setUp({ token });
    expect(signedIn.user).toMatchObject({ roles: ['admin', 'paiduser'], emailConfirmed: true });
    expect(await accounts.sessions.find(signedIn.token, 'cookie')).toMatchObject({
      roles: ['admin', 'paiduser'],
    });
    expect(await balanceOf(signedIn.user.id)).toBe(5_000_000n);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it('works once, and never again after there is an administrator', async () => {
    const token = await setupToken();
    await setUp({ token });
    expect(await isSetupOpen(accounts, token)).toBe(false);
    await expect(setUp({ token, email: 'eve@example.org' })).rejects.toMatchObject({ code: 'setup_closed' });
    expect(await start()).toEqual({ kind: 'exists' });
  });

  it('makes one administrator when two people use it at once', async () => {
    const token = await setupToken();
    const outcomes = await Promise.allSettled(
      ['ada', 'eve', 'bob'].map((name) => setUp({ token, email: `${name}@example.org` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await accounts.prisma.userRole.count({ where: { role: 'admin' } })).toBe(1);
  });

  it.each([undefined, null, '', 'guess'])('refuses the token %j', async (token) => {
    await setupToken();
    await expect(setUp({ token })).rejects.toThrow();
    expect(await accounts.prisma.user.count()).toBe(0);
  });

  it('is replaced by the next start', async () => {
    const old = await setupToken();
    const current = await setupToken();
    expect(await isSetupOpen(accounts, old)).toBe(false);
    expect(await isSetupOpen(accounts, current)).toBe(true);
  });

  it('takes over an address that was registered before, and its password ends', async () => {
    await register(accounts, registration({ password: 'Evil-eve-666', confirmPassword: 'Evil-eve-666' }));
    const token = await setupToken();
    const { user } = await setUp({ token });
    expect(user.roles).toContain('admin');
    const old = logIn(accounts, { email: 'ada@example.org', password: 'Evil-eve-666' });
    await expect(old).rejects.toMatchObject({ code: 'wrong_login' });
  });
});

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const settings = { ADMIN_EMAIL: 'Root@Example.org', ADMIN_PASSWORD: GOOD_PASSWORD };

  it('make the administrator at the first start, with $5.00, and nothing at later ones', async () => {
    expect(await start(settings)).toEqual({
      kind: 'created',
      email: 'root@example.org',
    });
    expect(await start(settings)).toEqual({ kind: 'exists' });
    const { user } = await logIn(accounts, { email: 'root@example.org', password: GOOD_PASSWORD });
    expect(user.roles).toEqual(['admin', 'paiduser']);
    expect(await balanceOf(user.id)).toBe(5_000_000n);
  });

  it('refuse a weak password with a sentence', async () => {
    await expect(start({ ...settings, ADMIN_PASSWORD: 'weak' })).rejects.toThrow(
      /^ADMIN_PASSWORD is refused: Password must be at least 6/,
    );
  });
});

it('gives the credit at the next start when the first one ended before it', async () => {
  const ledger = { ...accounts.ledger, credit: () => Promise.reject(new Error('the power went')) };
  const settings = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: GOOD_PASSWORD };
  const dying = { ...accounts, ledger, env: { ...accounts.env, ...settings } };
  await expect(ensureFirstAdministrator(dying)).rejects.toThrow('the power went');
  const { id } = await accounts.prisma.user.findFirstOrThrow();
  expect(await balanceOf(id)).toBe(0n);
  await start();
  expect(await balanceOf(id)).toBe(5_000_000n);
});
