import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withPostgres } from '../../app/core/db/postgres/with-postgres.server';
import type { BalanceResponse } from '../../app/features/billing/schema';
import { reconcilePostgres } from '../../app/features/ledger/index.server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import { fileApi } from '../support/baiql-files';
import { gradingScript, runApi, table } from '../support/baiql-runs';
import { complete, vendorEnv } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';

// The ways of a user through the built server on PostgreSQL. `npm run soak:postgres` runs everything on it.

let postgres: PostgresServer;
let url: string;
let vendor: VendorServer;
let server: TestServer;
let token: string;

const env = () => ({ ...ADMIN_ENV, ...vendorEnv(vendor), DATABASE_URL: url });
beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.database();
  vendor = await startOpenAiServer();
  server = await startServer({ env: env() });
  token = await signInByApi(server.origin);
});
afterAll(async () => {
  await server.stop();
  expect(server.output()).not.toContain('DeprecationWarning');
  const { faults } = await withPostgres(url, (connection) => reconcilePostgres(connection, Date.now()));
  expect(faults).toEqual([]);
  await vendor.close();
  await postgres.stop();
});

const api = <Body>(...call: Parameters<ReturnType<typeof apiOf>>) =>
  apiOf(server.origin, token)<Body>(...call);
const balance = async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body;

it('registers people, signs them in and finds them', async () => {
  await registerPerson(server, 'Zoë');
  const { body } = await api<{ users: { firstName: string }[] }>('GET', '/api/admin/users?search=zoe');
  expect(body.users.map(({ firstName }) => firstName)).toEqual(['Zoë']);
});

it('answers a paid call, charges it once, and lists it', async () => {
  const before = await balance();
  const first = await complete(server.origin, token, {}, 'a-key-that-is-sent-twice');
  const again = await complete(server.origin, token, {}, 'a-key-that-is-sent-twice');
  expect([first.status, again.body.replayed]).toEqual([200, true]);
  const { items } = (await api<{ items: { operationId: string | null }[] }>('GET', '/api/billing/ledger'))
    .body;
  expect(items.length).toBeGreaterThan(0);
  expect((await balance()).balanceMicroUsd).toBeLessThan(before.balanceMicroUsd);
});

it('saves a prompt and finds it by parts of its words, in any script', async () => {
  await api('POST', '/api/savedprompts', {
    title: 'Über Räume',
    content: 'Beschreibe 東京タワー 🗼',
    tags: ['Küche'],
  });
  const find = async (query: string) => {
    const { body } = await api<{ prompts: { title: string }[] }>(
      'GET',
      `/api/savedprompts/my-prompts?${query}`,
    );
    return body.prompts.map(({ title }) => title);
  };
  expect(await find('search=raum')).toEqual(['Über Räume']);
  expect(await find(`search=${encodeURIComponent('タワー')}`)).toEqual(['Über Räume']);
  expect(await find(`tag=${encodeURIComponent('KÜCHE')}`)).toEqual(['Über Räume']);
  expect(await find('search=kellerei')).toEqual([]);
});

it('keeps what was paid when it is killed, resumes the run and pays no row twice', async () => {
  await fileApi(server.origin, token).upload('/data/input/', { 'class.csv': table(30, 'Pupil') });
  vendor.script(
    ...Array.from({ length: 10 }, () => ({ kind: 'reply' as const })),
    ...Array.from({ length: 4 }, () => ({ kind: 'reply' as const, hold: 'before' as const })),
  );
  const script = gradingScript({ file: 'class.csv', out: 'class.csv', limit: 'LIMIT PARALLEL 4' });
  const { executionId } = (await runApi(server.origin, token).execute(script)).body;
  await vendor.until((log) => log.stats.held === 4);
  // A reply that arrives as the server is killed isn't kept.
  await vi.waitUntil(async () => (await runApi(server.origin, token).get(executionId)).succeeded === 10);
  await server.kill();
  server = await startServer({ env: env(), dataDir: server.dataDir });
  const ended = await runApi(server.origin, token).ended(executionId);
  expect(ended).toMatchObject({ status: 'completed' });
  expect(vendor.log.promptsAnsweredTwice()).toEqual([]);
  expect((await balance()).heldMicroUsd).toBe(0);
});

/** Node refuses to load these packages. */
const WITHOUT_PACKAGES = `--import=data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`export function resolve(name, context, next) {
    if (name === 'pg' || name === '@prisma/adapter-pg') throw new Error(name + ' was loaded');
    return next(name, context);
  }\`));
`)}`;

it('is not loaded without DATABASE_URL @soak', async () => {
  const onSqlite = await startServer({ env: { NODE_OPTIONS: WITHOUT_PACKAGES } });
  expect((await fetch(`${onSqlite.origin}/readyz`)).status).toBe(200);
  await onSqlite.stop();
  const settings = { NODE_OPTIONS: WITHOUT_PACKAGES, DATABASE_URL: url };
  await expect(startServer({ env: settings })).rejects.toThrow(/pg was loaded/);
});

it('refuses a second process @soak', async () => {
  await expect(startServer({ env: env() })).rejects.toThrow(/Another Promptwell is using the database/);
});

it('ends at the start, with what to do, when the database can’t be used @soak', async () => {
  const away = startServer({ env: { ...env(), DATABASE_URL: 'postgres://ada@127.0.0.1:1/promptwell' } });
  await expect(away).rejects.toThrow(/ended with 1:[^]*promptwell on 127\.0\.0\.1:1 can’t be reached/);
});

it('answers 503 with Retry-After while PostgreSQL is away, and goes on when it is back @soak', async () => {
  await postgres.kill();
  const away = await complete(server.origin, token);
  expect(away.status).toBe(503);
  expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  await postgres.start();
  await vi.waitUntil(async () => (await fetch(`${server.origin}/readyz`)).status === 200, {
    timeout: 30_000,
  });
  expect((await complete(server.origin, token)).status).toBe(200);
});

it('forgets a deleted account in all tables', async () => {
  const account = await registerPerson(server, 'Quaggaberry');
  const own = apiOf(server.origin, await signInByApi(server.origin, account));
  await own('POST', '/api/savedprompts', { title: 'Quaggaberry', content: 'Quaggaberry' });
  const traces = () => withPostgres(url, (_, sql) => tracesOf('Quaggaberry', sql));
  expect(await traces()).toEqual(expect.arrayContaining(['saved_prompt', 'user']));
  expect((await own('POST', '/api/auth/delete-account')).status).toBe(200);
  expect(await traces()).toEqual([]);
});

type Sql = Parameters<Parameters<typeof withPostgres>[1]>[1];

/** The tables with a row that has this word. */
async function tracesOf(word: string, sql: Sql): Promise<string[]> {
  const tables = await sql.all<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const row = await sql.get(
      `SELECT 1 FROM "${name}" AS t WHERE CAST(t AS text) LIKE '%' || @word || '%' LIMIT 1`,
      {
        word,
      },
    );
    if (row) found.push(name);
  }
  return found;
}
