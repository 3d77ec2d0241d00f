import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '~/core/server/logger.server';
import {
  emptyDatabase,
  endConnections,
  MIGRATIONS,
  startPostgres,
  type PostgresServer,
} from '../../../../tests/support/postgres';
import { openPostgres, type PostgresAppDatabase } from './open-postgres.server';

const log = createLogger('silent');
let server: PostgresServer;
let url: string;
let database: PostgresAppDatabase;
const onTaken = vi.fn<() => void>();
const open = () => openPostgres({ url, migrations: MIGRATIONS, log, onTaken });

beforeAll(async () => {
  server = await startPostgres();
  url = await server.database();
  database = await open();
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const setting = (name: string, data: string) => ({ name, data, updatedAt: new Date(0) });

it('refuses to open a database that another process uses', async () => {
  await expect(open()).rejects.toThrow(/Another Promptwell is using the database.*Stop it first/);
});

it('stores a text of a file or reply that has NUL or half a character, with replacement characters', async () => {
  await database.prisma.houseSetting.create({ data: setting('a', 'b\0c\ud83d') });
  await database.sql.run("UPDATE house_setting SET name = @name WHERE name = 'a'", { name: 'd\0😀' });
  const stored = await database.prisma.houseSetting.findMany({ where: { name: 'd\ufffd😀' } });
  expect(stored.map(({ data }) => data)).toEqual(['b\ufffdc\ufffd']);
});

describe('a process that loses its connections', () => {
  it('takes the lock again, and goes on', async () => {
    await endConnections(url);
    await vi.waitUntil(() => database.sql.get('SELECT 1').catch(() => undefined));
    await database.sql.run("DELETE FROM house_setting WHERE name = 'after the loss'");
    expect(await database.isReadable()).toBe(true);
    await expect(open()).rejects.toThrow(/Another Promptwell/);
  });
});

describe('a transaction of Prisma', () => {
  it('that reads what it decides by is repeated when another has changed it, so that no step is lost', async () => {
    await emptyDatabase(url);
    const { prisma } = database;
    await prisma.houseSetting.create({ data: setting('count', '0') });
    const add = () =>
      prisma.$transaction(async (tx) => {
        const { data } = await tx.houseSetting.findUniqueOrThrow({ where: { name: 'count' } });
        await tx.houseSetting.update({ where: { name: 'count' }, data: { data: String(Number(data) + 1) } });
      });
    await Promise.all(Array.from({ length: 6 }, add));
    expect(await prisma.houseSetting.findUnique({ where: { name: 'count' } })).toMatchObject({ data: '6' });
  });
});

describe('a transaction of Prisma that reads several relations of a row', () => {
  it('sends one query at a time, as pg asks for', async () => {
    await emptyDatabase(url, 'ada');
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const include = { roles: true, sessions: true, mails: true } as const;
    const users = await database.prisma.$transaction((tx) => tx.user.findMany({ include }));
    process.off('warning', note);
    expect(users.map(({ id, roles }) => [id, roles])).toEqual([['ada', []]]);
    expect(warnings).toEqual([]);
  });
});

describe('a server that is away', () => {
  it('is reported as unavailable, and used again once it is back', async () => {
    await server.kill();
    expect(await database.isReadable()).toBe(false);
    await server.start();
    await vi.waitUntil(() => database.sql.get('SELECT 1').catch(() => undefined), { timeout: 20_000 });
    expect(await database.isReadable()).toBe(true);
  });
});
