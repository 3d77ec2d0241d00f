import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { logIn, register, registration, submit } from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { makeTestDrives, makeTestDrivesSchema } from './index.server';

let accounts: TestServices;
let admin: Actor;
beforeEach(async () => {
  accounts = testServices();
  ({ actor: admin } = await accounts.signUp({ roles: ['admin'] }));
});
afterEach(() => accounts.close());

const make = (series: Record<string, unknown>) =>
  submit(makeTestDrivesSchema, series, (input) => makeTestDrives(accounts, admin, input));

describe('test-drive accounts', () => {
  it('come in a numbered series, confirmed, with credit and a password that signs in', async () => {
    const series = { first: 8, count: 3, domain: 'Example.org', creditCents: 150 };
    const { made, skipped } = await make(series);
    expect(made.map(({ email }) => email)).toEqual([
      'testdrive8@example.org',
      'testdrive9@example.org',
      'testdrive10@example.org',
    ]);
    expect(skipped).toEqual([]);
    for (const { userId, email, password } of made) {
      expect((await logIn(accounts, { email, password })).user.roles).toEqual(['paiduser']);
      expect((await accounts.ledger.balance(userId)).availableMicroUsd).toBe(1_500_000n);
    }
    expect(new Set(made.map(({ password }) => password)).size).toBe(3);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it('leave an address alone that has an account, and need no credit', async () => {
    const first = await make({ first: 1, domain: 'example.org' });
    const second = await make({
      first: 0,
      count: 3,
      domain: 'example.org',
      creditCents: 50,
    });
    expect(second.skipped).toEqual(['testdrive1@example.org']);
    expect(second.made).toHaveLength(2);
    const [{ userId, email, password } = { userId: '', email: '', password: '' }] = first.made;
    expect((await logIn(accounts, { email, password })).user.roles).toEqual([]);
    expect((await accounts.ledger.balance(userId)).availableMicroUsd).toBe(0n);
  });

  it('whose passwords were lost get new ones when that is asked for, unless somebody has logged in', async () => {
    const series = { first: 1, count: 3, domain: 'example.org' };
    const lost = await make(series);
    const [used] = lost.made;
    await logIn(accounts, { email: used?.email, password: used?.password });
    await register(accounts, registration({ email: 'testdrive4@example.org' }));
    const again = await make({ ...series, count: 4, renewUnused: true });
    expect(again.skipped).toEqual(['testdrive1@example.org', 'testdrive4@example.org']);
    expect(again.made.map(({ userId }) => userId)).toEqual(lost.made.slice(1).map(({ userId }) => userId));
    for (const { email, password } of again.made) await logIn(accounts, { email, password });
    const [, { email, password } = { email: '', password: '' }] = lost.made;
    await expect(logIn(accounts, { email, password })).rejects.toMatchObject({ code: 'wrong_login' });
  });

  it('whose making ended before their credit get it when the series is asked for again, once', async () => {
    const { connection } = accounts;
    const series = { first: 1, count: 2, domain: 'example.org', creditCents: 150 };
    connection.exec(
      "CREATE TRIGGER crash BEFORE INSERT ON ledger_posting BEGIN SELECT RAISE(ABORT, 'the power went'); END",
    );
    await expect(make(series)).rejects.toThrow();
    connection.exec('DROP TRIGGER crash');
    const { id } = await accounts.prisma.user.findUniqueOrThrow({
      where: { email: 'testdrive1@example.org' },
    });
    expect((await accounts.ledger.balance(id)).availableMicroUsd).toBe(0n);

    const { made, skipped } = await make({ ...series, creditCents: 10 });
    expect(skipped).toEqual(['testdrive1@example.org']);
    expect(made).toMatchObject([{ email: 'testdrive2@example.org' }]);
    await make(series);
    expect((await accounts.ledger.balance(id)).availableMicroUsd).toBe(1_500_000n);
    expect(await accounts.prisma.auditEvent.count({ where: { subject: id } })).toBe(1);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it.each([
    {},
    { first: -1, domain: 'example.org' },
    { first: 1, count: 101, domain: 'example.org' },
    { first: 1, domain: 'example' },
    { first: 1, domain: 'example.org, eve@example.org' },
    { first: 1, domain: 'example.org', creditCents: 10_001 },
    { first: 1.5, domain: 'example.org' },
  ])('refuse %j', async (input) => {
    await expect(make(input)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await accounts.prisma.user.count()).toBe(1);
  });
});
