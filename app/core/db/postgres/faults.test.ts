import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { createLogger } from '~/core/server/logger.server';
import { startCuttingProxy, type CuttingProxy } from '../../../../tests/support/cutting-proxy';
import {
  emptyDatabase,
  endConnections,
  MIGRATIONS,
  startPostgres,
  type PostgresServer,
} from '../../../../tests/support/postgres';
import { toDomainError } from '../database-errors.server';
import { openPostgres, type PostgresAppDatabase } from './open-postgres.server';

// What happens to Prisma's transactions and to stores over sql.ts. The ledger's own are in its folder.

let server: PostgresServer;
let direct: string;
let proxy: CuttingProxy;
let database: PostgresAppDatabase;
let admin: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  direct = await server.database();
  admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await setDefault('deadlock_timeout', "'20ms'"); // found sooner
  proxy = await startCuttingProxy(direct);
  database = await openPostgres({
    url: proxy.url,
    migrations: MIGRATIONS,
    log: createLogger('silent'),
    onTaken: () => undefined,
  });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await admin.end();
  await server.stop();
});
beforeEach(async () => {
  await emptyDatabase(direct);
  const rows = ['a', 'b'].map((name) => ({ name, data: '0', updatedAt: new Date(0) }));
  await database.prisma.houseSetting.createMany({ data: rows });
});

const setDefault = (name: string, value: string) =>
  admin.query(`ALTER DATABASE ${new URL(direct).pathname.slice(1)} SET ${name} = ${value}`);

type Add = (name: string) => Promise<unknown>;

/** The two ways to a transaction, which adds to rows. */
const WAYS: readonly [string, (work: (add: Add) => Promise<void>) => Promise<void>][] = [
  [
    'a store’s transaction',
    (work) =>
      database.sql.transaction((sql) =>
        work((name) =>
          sql.run(
            'UPDATE house_setting SET data = CAST(CAST(data AS integer) + 1 AS text) WHERE name = @name',
            { name },
          ),
        ),
      ),
  ],
  [
    'a transaction of Prisma',
    (work) =>
      database.prisma.$transaction((tx) =>
        work(async (name) => {
          const { data } = await tx.houseSetting.findUniqueOrThrow({ where: { name } });
          await tx.houseSetting.update({ where: { name }, data: { data: String(Number(data) + 1) } });
        }),
      ),
  ],
];

async function counts(): Promise<string[]> {
  const rows = await database.prisma.houseSetting.findMany({ orderBy: { name: 'asc' } });
  return rows.map(({ data }) => data);
}

/** The first update meets a serialization failure. A sequence is not undone. */
const FAIL_ONCE = `CREATE SEQUENCE updates;
  CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('updates') = 1 THEN RAISE EXCEPTION 'forced' USING ERRCODE = '40001'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER fail_once BEFORE UPDATE ON house_setting FOR EACH ROW EXECUTE FUNCTION fail_once()`;

/** Resolves when it has been called twice. */
function meeting(): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === 2) open();
    return met;
  };
}

describe.each(WAYS)('%s', (_, inTransaction) => {
  it('that locks rows in the opposite order of another is repeated', async () => {
    let attempts = 0;
    const bothHaveOne = meeting();
    const addInOrder = (first: string, second: string) =>
      inTransaction(async (add) => {
        attempts += 1;
        await add(first);
        await bothHaveOne();
        await add(second);
      });
    await Promise.all([addInOrder('a', 'b'), addInOrder('b', 'a')]);
    expect(attempts).toBeGreaterThan(2);
    expect(await counts()).toEqual(['2', '2']);
  });

  it('that PostgreSQL undoes in favor of another is repeated', async () => {
    await database.connection.script(FAIL_ONCE);
    let attempts = 0;
    await inTransaction(async (add) => {
      attempts += 1;
      await add('a');
    });
    await database.connection.script('DROP SEQUENCE updates; DROP FUNCTION fail_once() CASCADE');
    expect([attempts, await counts()]).toEqual([2, ['1', '0']]);
  });

  it('on a database that is read-only is refused with when to try again, and done once it isn’t @soak', async () => {
    const addOne = () => inTransaction(async (add) => void (await add('a')));
    await setDefault('default_transaction_read_only', 'on');
    await endConnections(direct);
    await vi.waitUntil(() => database.sql.get('SELECT 1').catch(() => undefined));
    const refused = await addOne().then(() => undefined, toDomainError);
    expect(refused).toMatchObject({ kind: 'unavailable', code: 'database_busy' });
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    await setDefault('default_transaction_read_only', 'off');
    await addOne();
    expect(await counts()).toEqual(['1', '0']);
  });
});

describe('a connection that is reset', () => {
  it.each(['before-commit', 'after-commit'] as const)(
    '%s: a store’s transaction is written once',
    async (cut) => {
      const [[, inTransaction]] = WAYS as [(typeof WAYS)[0]];
      proxy.cutNext(cut);
      await inTransaction(async (add) => void (await add('a')));
      expect(await counts()).toEqual(['1', '0']);
    },
  );
});
