import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { deleteAccount, ensureFirstAdministrator, makeTestDrives } from '~/features/accounts/index.server';
import { startMaintenance } from '~/maintenance.server';
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

/** The maintenance that runs when the server starts. */
const start = () => startMaintenance(accounts)();

/** As if the power failed at the first write to this table. */
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
    accounts.pass(1);
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

describe('when the server starts', () => {
  it.each(['audit_event', 'user_role'])(
    'a grant that ended between the money and the write to %s is completed, once, as of when it was made',
    async (table) => {
      await crashAt(table, grant);
      const madeAt = new Date(accounts.clock());
      accounts.pass(1000);

      await start();
      expect([await roles(), await events()]).toEqual([['paiduser'], [granted()]]);
      expect(await accounts.prisma.auditEvent.findFirst({})).toMatchObject({ at: madeAt });
      await accounts.prisma.userRole.deleteMany({ where: { userId: ada } });
      await start();
      await grant();
      expect([await balance(), await roles(), await events()]).toEqual([5_000_000n, [], [granted()]]);
    },
  );

  it('so are more than are read at once, and an adjustment, though one cannot be written down', async () => {
    const { connection, ledger } = accounts;
    const credit = { userId: ada, amountMicroUsd: 10_000n, source: 'grant' as const, actorId: root.userId };
    const keys = Array.from({ length: 101 }, (_, number) => `grant:${root.userId}:${String(number)}`);
    await ledger.creditAll(keys.map((key) => ({ ...credit, key })));
    await crashAt('audit_event', () => adjust('one', -50));
    connection.exec(
      `CREATE TRIGGER one_fails BEFORE INSERT ON audit_event WHEN NEW.posting_id =
         (SELECT id FROM ledger_posting WHERE idempotency_key = '${keys[0] ?? ''}')
       BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
    await start();
    expect(await events()).toHaveLength(101);
    connection.exec('DROP TRIGGER one_fails');
    await start();
    const all = await events();
    expect(all.filter(({ action }) => action === 'billing.grant')).toHaveLength(101);
    expect(all.filter(({ action }) => action === 'billing.adjust')).toEqual([
      {
        ...granted(),
        action: 'billing.adjust',
        detail: JSON.stringify({ userId: ada, amountCents: -50, note: 'Mistake' }),
        posting: { amount: -500_000n },
      },
    ]);
  });

  it('an account that was deleted meanwhile gets the event that is missing, and no role', async () => {
    await crashAt('audit_event', grant);
    const { actor } = await accounts.signUp();
    await deleteAccount(accounts, { ...actor, userId: ada }, undefined);
    await start();
    expect(await events()).toContainEqual(granted());
    expect(await roles()).toEqual([]);
  });

  it('credit that no administrator gave by hand is left as it is', async () => {
    await accounts.prisma.userRole.deleteMany({ where: { role: 'admin' } });
    const env = { ...accounts.env, ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: 'Correct-Horse-7' };
    await ensureFirstAdministrator({ ...accounts, env });
    await makeTestDrives(accounts, root, { first: 1, count: 1, domain: 'example.org', creditCents: 100 });
    expect(await accounts.prisma.ledgerPosting.count({ where: { kind: 'grant' } })).toBe(2);
    const before = await events();
    await start();
    expect(await events()).toEqual(before);
  });
});
