import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '@prisma/client';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { steadyClock } from '~/core/shared/clock';
import { createSqliteLedger, type Ledger } from '~/features/ledger/index.server';
import {
  temporaryDatabase,
  temporaryDatabaseFile,
  type TemporaryDatabase,
} from '../../../../tests/support/database';
import { ConnectionLock } from './lock.server';

const event = (id: string) => ({ id, kind: 'test', receivedAt: 0n });

/** A request whose transaction has written something, stays open until told, reads once more, and then rolls back. */
async function openTransaction(
  prisma: PrismaClient,
  beforeRollback: () => void = () => undefined,
): Promise<() => Promise<unknown>> {
  let fail: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (fail = resolve));
  let over: Promise<unknown> = Promise.resolve();
  await new Promise<void>((entered) => {
    over = prisma
      .$transaction(async (tx) => {
        await tx.stripeEvent.create({ data: event('written in the transaction') });
        entered();
        await told;
        await tx.stripeEvent.count();
        beforeRollback();
        throw new Error('rolled back on purpose');
      })
      .catch((error: unknown) => error);
  });
  return () => {
    fail();
    return over;
  };
}

const eventIds = async (prisma: PrismaClient) =>
  (await prisma.stripeEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

test('with the plain adapter, the write of another request is acknowledged and then lost', async () => {
  const { file, remove } = temporaryDatabaseFile();
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: file }) });
  const rollBack = await openTransaction(prisma);
  const acknowledged = await prisma.stripeEvent.create({ data: event('written by another request') });
  await rollBack();

  expect(acknowledged.id).toBe('written by another request');
  expect(await eventIds(prisma)).toEqual([]);
  await prisma.$disconnect();
  remove();
});

describe('with the locked adapter', () => {
  let database: TemporaryDatabase;
  beforeEach(() => {
    database = temporaryDatabase('ann');
  });
  afterEach(() => database.close());

  const ledgerOn = ({ connection, lock }: TemporaryDatabase): Ledger =>
    createSqliteLedger({
      connection,
      lock,
      clock: Date.now,
      steadyClock,
      processId: 'this process',
      sealKey: Buffer.alloc(32),
      log: pino({ enabled: false }),
    });

  test.each(['outside of a transaction', 'in one'])(
    'a job of many queries %s leaves everybody else their turns',
    async (place) => {
      const { prisma } = database;
      let hasAnybodyElseRun = false;
      setTimeout(() => (hasAnybodyElseRun = true));
      const work = async (client: Pick<PrismaClient, 'stripeEvent'>): Promise<void> => {
        for (let query = 0; query < 1_000; query += 1) await client.stripeEvent.count();
      };
      await (place === 'in one' ? prisma.$transaction(work) : work(prisma));
      expect(hasAnybodyElseRun).toBe(true);
    },
  );

  test('the write of another request waits for the transaction and survives its rollback', async () => {
    const { prisma } = database;
    const acknowledged: string[] = [];
    let acknowledgedInside: string[] | undefined;
    const rollBack = await openTransaction(prisma, () => (acknowledgedInside = [...acknowledged]));
    const write = prisma.stripeEvent
      .create({ data: event('written by another request') })
      .then(({ id }) => acknowledged.push(id));
    const outcome = await rollBack();
    await write;

    expect(String(outcome)).toContain('rolled back on purpose');
    expect(acknowledgedInside).toEqual([]);
    expect(await eventIds(prisma)).toEqual(['written by another request']);
  });

  test('money that moves while a transaction is open waits for it and survives its rollback', async () => {
    const ledger = ledgerOn(database);
    let balanceInside: unknown = 'not looked at';
    const readAccount = database.connection.prepare("SELECT * FROM ledger_account WHERE user_id = 'ann'");
    const rollBack = await openTransaction(database.prisma, () => (balanceInside = readAccount.get()));
    const credit = ledger.credit({ userId: 'ann', amountMicroUsd: 5_000_000n, source: 'grant', key: 'gift' });
    await rollBack();

    expect(await credit).toMatchObject({ isNew: true, balanceAfterMicroUsd: 5_000_000n, debtMicroUsd: 0n });
    expect(balanceInside).toBeUndefined();
    expect((await ledger.balance('ann')).postedMicroUsd).toBe(5_000_000n);
    expect(await eventIds(database.prisma)).toEqual([]);
    expect((await ledger.reconcile()).faults).toEqual([]);
  });

  test('a transaction whose commit fails is over: nobody goes on writing into it', async () => {
    const ledger = ledgerOn(database);
    const orphan = database.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON');
      await tx.userRole.create({ data: { userId: 'nobody', role: 'admin' } });
    });
    await expect(orphan).rejects.toThrow(/foreign ?key/i);

    expect(database.connection.inTransaction).toBe(false);
    await ledger.credit({ userId: 'ann', amountMicroUsd: 1n, source: 'grant', key: 'gift' });
    expect((await ledger.balance('ann')).postedMicroUsd).toBe(1n);
    expect(await database.prisma.userRole.count()).toBe(0);
  });

  describe('inside a transaction', () => {
    const SENTENCE =
      /Inside \$transaction use the transaction’s own client, and call the ledger before or after/;

    /** Each of these would wait for the lock that the transaction around it holds. */
    const OUTSIDE_WORK: readonly [string, (ledger: Ledger) => Promise<unknown>][] = [
      ['a query of the outer client', () => database.prisma.stripeEvent.count()],
      ['a lookup, which Prisma may gather with others', () => findEvent('inside')],
      ['raw SQL of the outer client', () => database.prisma.$queryRaw`SELECT 1`],
      [
        'a transaction of the outer client',
        () => database.prisma.$transaction((tx) => tx.stripeEvent.count()),
      ],
      [
        'a batch of the outer client',
        () => database.prisma.$transaction([database.prisma.stripeEvent.count()]),
      ],
      [
        'a nested write of the outer client',
        () => database.prisma.user.create({ data: userWithRole('bob') }),
      ],
      ['a look at the books', (ledger) => ledger.balance('ann')],
      [
        'money that moves',
        (ledger) => ledger.credit({ userId: 'ann', amountMicroUsd: 1n, source: 'grant', key: 'gift' }),
      ],
      ['a statement of our own', () => database.lock.run(() => database.connection.exec('SELECT 1'))],
    ];

    const findEvent = (id: string) => database.prisma.stripeEvent.findUnique({ where: { id } });
    const userWithRole = (id: string) => ({
      id,
      email: `${id}@example.org`,
      firstName: id,
      lastName: '',
      roles: { create: { role: 'paiduser' } },
    });

    test.each(OUTSIDE_WORK)('%s throws at once, and everything is rolled back', async (_name, work) => {
      const ledger = ledgerOn(database);
      const transaction = database.prisma.$transaction(async (tx) => {
        await tx.stripeEvent.create({ data: event('inside') });
        await work(ledger);
      });

      await expect(transaction).rejects.toThrow(SENTENCE);
      expect(await eventIds(database.prisma)).toEqual([]);
      expect(database.lock.isFree).toBe(true);
      await work(ledger); // outside of it, the same is fine
      expect((await ledger.reconcile()).faults).toEqual([]);
    });

    test.each(OUTSIDE_WORK)('%s throws also where a transaction within it has ended', async (_name, work) => {
      const transaction = database.prisma.$transaction(async (tx) => {
        await tx.$transaction((inner) => inner.stripeEvent.create({ data: event('inner') }));
        await work(ledgerOn(database));
      });

      await expect(transaction).rejects.toThrow(SENTENCE);
      expect(await eventIds(database.prisma)).toEqual([]);
    });

    test('its own client goes on, with nested writes and transactions within it', async () => {
      await database.prisma.$transaction(async (tx) => {
        await tx.user.create({ data: userWithRole('bob') });
        await tx.$transaction(async (inner) => {
          await inner.stripeEvent.create({ data: event('inner') });
          expect(await inner.stripeEvent.findUnique({ where: { id: 'inner' } })).not.toBeNull();
        });
        await tx
          .$transaction(async (inner) => {
            await inner.stripeEvent.create({ data: event('undone') });
            throw new Error('undone on purpose');
          })
          .catch(() => undefined);
        await tx.$executeRaw`UPDATE stripe_event SET kind = 'changed'`;
      });

      expect(await database.prisma.stripeEvent.findMany()).toMatchObject([{ id: 'inner', kind: 'changed' }]);
      expect(await database.prisma.userRole.count()).toBe(1);
    });

    test('what is started in it and not waited for is refused; the transaction itself goes on', async () => {
      let forgotten: Promise<unknown> = Promise.resolve();
      await database.prisma.$transaction(async (tx) => {
        forgotten = database.prisma.stripeEvent
          .create({ data: event('not waited for') })
          .catch((error: unknown) => error);
        await tx.stripeEvent.create({ data: event('inside') });
      });

      expect(String(await forgotten)).toMatch(SENTENCE);
      expect(await eventIds(database.prisma)).toEqual(['inside']);
    });

    test('what it leaves behind for later, when it is over, is served as anybody is', async () => {
      const ledger = ledgerOn(database);
      let isOver: () => void = () => undefined;
      const over = new Promise<void>((resolve) => (isOver = resolve));
      let later: Promise<unknown> = Promise.resolve();
      await database.prisma.$transaction(async (tx) => {
        later = over.then(async () => {
          await database.prisma.stripeEvent.create({ data: event('later') });
          await ledger.credit({ userId: 'ann', amountMicroUsd: 1n, source: 'grant', key: 'gift' });
        });
        await tx.stripeEvent.create({ data: event('inside') });
      });
      isOver();
      await later;

      expect(await eventIds(database.prisma)).toEqual(['inside', 'later']);
      expect((await ledger.balance('ann')).postedMicroUsd).toBe(1n);
    });

    test('it says nothing about another database', async () => {
      const other = temporaryDatabase();
      await database.prisma.$transaction(async (tx) => {
        await tx.stripeEvent.create({ data: event('here') });
        await other.prisma.stripeEvent.create({ data: event('there') });
      });

      expect(await eventIds(other.prisma)).toEqual(['there']);
      await other.close();
    });
  });

  test('a lookup that Prisma gathers with those of somebody else’s transaction waits for it, as any query does', async () => {
    const { prisma } = database;
    await prisma.stripeEvent.create({ data: event('known') });
    const lookUp = (client: Pick<PrismaClient, 'stripeEvent'>) =>
      client.stripeEvent.findUnique({ where: { id: 'known' } });
    let go: () => void = () => undefined;
    const atOnce = new Promise<void>((resolve) => (go = resolve));
    let open: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const transaction = prisma.$transaction(async (tx) => {
      open();
      await atOnce;
      return lookUp(tx);
    });
    await isOpen;
    const other = atOnce.then(() => lookUp(prisma));
    go();

    expect(await Promise.all([transaction, other])).toMatchObject([{ id: 'known' }, { id: 'known' }]);
  });

  test('many transactions and ledger operations at once all keep what they wrote', async () => {
    const ledger = ledgerOn(database);
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    const isKept = (i: number) => i % 2 === 0;
    await Promise.all(
      numbers.flatMap((i) => [
        database.prisma
          .$transaction(async (tx) => {
            await tx.stripeEvent.create({ data: event(`first ${String(i)}`) });
            await tx.stripeEvent.create({ data: event(`second ${String(i)}`) });
            if (!isKept(i)) throw new Error('rolled back on purpose');
          })
          .catch(() => undefined),
        ledger.credit({ userId: 'ann', amountMicroUsd: 10n, source: 'grant', key: `gift ${String(i)}` }),
      ]),
    );

    expect((await ledger.balance('ann')).postedMicroUsd).toBe(200n);
    const kept = numbers.filter(isKept).flatMap((i) => [`first ${String(i)}`, `second ${String(i)}`]);
    expect(await eventIds(database.prisma)).toEqual(kept.sort());
  });
});

test('the lock serves those who wait in the order in which they came, and a newcomer cannot slip in', async () => {
  const lock = new ConnectionLock();
  const served: string[] = [];
  const release = await lock.acquire();
  const waiting = ['first', 'second', 'third'].map((name) => lock.run(() => served.push(name)));
  release();
  waiting.push(lock.run(() => served.push('newcomer')));
  await Promise.all(waiting);

  expect(served).toEqual(['first', 'second', 'third', 'newcomer']);
  expect(lock.isFree).toBe(true);
});
