import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { adjustBalance, grantCredit } from './index.server';

let accounts: TestServices;
let root: Actor;
let ada: string;
beforeEach(async () => {
  accounts = testServices();
  ({ actor: root } = await accounts.signUp({ roles: ['admin'] }));
  ({ userId: ada } = (await accounts.signUp()).actor);
});
afterEach(async () => {
  expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  await accounts.close();
});

const grant = (key = 'one') =>
  grantCredit(accounts, root, { key, userId: ada, amountCents: 500, note: 'Hello' });
const adjust = (key = 'one', amountCents = -100) =>
  adjustBalance(accounts, root, { key, userId: ada, amountCents, note: 'Mistake' });
const balance = async () => (await accounts.ledger.balance(ada)).postedMicroUsd;
const roles = async () =>
  (await accounts.prisma.userRole.findMany({ where: { userId: ada } })).map(({ role }) => role);
const events = () =>
  accounts.prisma.auditEvent.findMany({
    select: {
      actorId: true,
      action: true,
      subject: true,
      detail: true,
      posting: { select: { amount: true } },
    },
    orderBy: { at: 'asc' },
  });

const granted = () => ({
  actorId: root.userId,
  action: 'billing.grant',
  subject: ada,
  detail: JSON.stringify({ userId: ada, amountCents: 500, note: 'Hello' }),
  posting: { amount: 5_000_000n },
});

/** As if the power had gone at the first write to this table. */
async function crashAt(table: string, work: () => Promise<unknown>): Promise<void> {
  const { connection } = accounts;
  connection.exec(
    `CREATE TRIGGER crash BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'the power went'); END`,
  );
  await expect(work()).rejects.toThrow();
  connection.exec('DROP TRIGGER crash');
}

describe('a grant', () => {
  it('moves the money, makes the person a paying one, and is written down, once a key', async () => {
    expect(await grant()).toEqual({ isNew: true, balanceCents: 500, debtCents: 0 });
    expect(await grant()).toEqual({ isNew: false, balanceCents: 500, debtCents: 0 });
    expect(await roles()).toEqual(['paiduser']);
    expect(await events()).toEqual([granted()]);
  });

  it.each(['audit_event', 'user_role'])(
    'that ends between the money and the write to %s is completed by the same request again, once',
    async (table) => {
      await crashAt(table, grant);
      expect([await balance(), await roles(), await events()]).toEqual([5_000_000n, [], []]);

      expect(await grant()).toEqual({ isNew: false, balanceCents: 500, debtCents: 0 });
      await grant();
      expect([await balance(), await roles(), await events()]).toEqual([
        5_000_000n,
        ['paiduser'],
        [granted()],
      ]);
    },
  );

  it('that is completed by many requests at once is written down once', async () => {
    await crashAt('audit_event', grant);
    await Promise.all(Array.from({ length: 10 }, () => grant()));
    expect([await balance(), await events()]).toEqual([5_000_000n, [granted()]]);
  });

  it('that was complete gives back no role that was taken since', async () => {
    await grant();
    await accounts.prisma.userRole.deleteMany({ where: { userId: ada } });
    await grant();
    expect(await roles()).toEqual([]);
    await grant('another');
    expect(await roles()).toEqual(['paiduser']);
    expect(await events()).toHaveLength(2);
  });
});

describe('an adjustment', () => {
  it('that ends before it is written down is completed by the same request again, once', async () => {
    await grant();
    await crashAt('audit_event', adjust);
    expect([await balance(), await events()]).toEqual([4_000_000n, [granted()]]);

    expect(await adjust()).toEqual({ isNew: false, balanceCents: 400, debtCents: 0 });
    await adjust();
    expect(await balance()).toBe(4_000_000n);
    expect(await events()).toMatchObject([
      granted(),
      { action: 'billing.adjust', posting: { amount: -1_000_000n } },
    ]);
  });

  it('that the ledger refuses leaves nothing behind', async () => {
    await expect(adjust()).rejects.toMatchObject({ code: 'exceeds_available' });
    expect(await events()).toEqual([]);
  });
});
