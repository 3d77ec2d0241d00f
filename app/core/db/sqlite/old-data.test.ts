import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRule, reconcileFile } from '~/features/ledger/index.server';
import { MIGRATIONS_DIR } from '../../../../tests/support/database';
import { openConnection } from './database.server';
import { ConnectionLock } from './lock.server';
import { migrate } from './migrate.server';
import { fillSearchIndexes } from './search-indexes.server';
import { createSqliteUserSearch } from './sqlite-user-search.server';

const OLD_DATABASES = path.resolve(import.meta.dirname, '../../../../tests/support/old-databases');

let directory: string;
let connection: Database;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-old-'));
});
afterEach(() => {
  connection.close();
  fs.rmSync(directory, { recursive: true });
});

/** A database as the program left it when `lastMigration` was its newest. */
function openOld(lastMigration: string): Database {
  const migrations = path.join(directory, 'migrations');
  for (const name of fs.readdirSync(MIGRATIONS_DIR).filter((name) => name.slice(0, 4) <= lastMigration)) {
    fs.cpSync(path.join(MIGRATIONS_DIR, name), path.join(migrations, name), { recursive: true });
  }
  const opened = openConnection(path.join(directory, 'app.db'));
  migrate(opened, migrations);
  opened.exec(fs.readFileSync(path.join(OLD_DATABASES, `${lastMigration}.sql`), 'utf8'));
  return opened;
}

type Row = Record<string, unknown>;

const tablesOf = (database: Database): string[] =>
  database
    .prepare<[], string>(
      // Search indexes are virtual tables with shadows of their own: what they hold stands in other tables.
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '_migration'",
    )
    .pluck()
    .all();

const rowsOf = (database: Database, table: string): Row[] =>
  database.prepare<[], Row>(`SELECT * FROM "${table}" ORDER BY rowid`).all();

const snakeCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z]|\d)/g, '_').toLowerCase();

/**
 * Two prices for 1,000 tokens have become a rule, and the prices of a model a history; the memo of a run is kept in
 * parts; Google is one linked provider among others.
 */
function asToday(before: Row): Row {
  const row = Object.fromEntries(
    Object.entries(before).filter(([column]) => !['memo', 'google_subject'].includes(column)),
  );
  const {
    input_micro_usd_per_1k: input,
    output_micro_usd_per_1k: output,
    updated_at: changed,
    ...rest
  } = row;
  if (typeof input !== 'bigint' || typeof output !== 'bigint') return row;
  const rule = `{"input":${input * 1000n},"output":${output * 1000n}}`;
  return changed === undefined
    ? { ...rest, price_rule: rule }
    : { ...rest, rule, version: 1n, valid_from: changed };
}

const RENAMED: Readonly<Record<string, string>> = { boot_id: 'process_id' };

const presentName = (column: string): string => RENAMED[snakeCase(column)] ?? snakeCase(column);

/** Every row by its table's and columns' present names. */
const contentOf = (database: Database): Map<string, Row[]> =>
  new Map(
    tablesOf(database).map((table) => [
      snakeCase(table),
      rowsOf(database, table).map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [presentName(column), value])),
      ),
    ]),
  );

describe('a database of the time before names and relations were put in order', () => {
  const GRANTED = 1_795_176_009_000;
  const MEMO = {
    version: 1,
    startedAtMs: 7,
    sources: { 1: [{ path: '/data/input/a.csv', sizeBytes: 3 }] },
    optimized: { '1/0': 'Say "it" better.' },
    written: { 1: [{ path: '/data/output/o.csv', sizeBytes: 3 }], 2: [] },
    failedRuns: { 'e1/2/1/0/1': 'Busy.' },
    globals: { TOTAL: 3, DONE: true },
  };
  let before: Map<string, Row[]>;
  beforeEach(() => {
    connection = openOld('0002');
    connection.prepare('UPDATE baiql_execution SET memo = ?').run(JSON.stringify(MEMO));
    before = contentOf(connection);
    migrate(connection, MIGRATIONS_DIR);
  });

  it('has every row of every table after the migration', () => {
    const after = contentOf(connection);
    expect([...before.keys()].filter((table) => !after.has(table))).toEqual([]);
    for (const [table, rows] of before) {
      expect(rows.length, `rows of ${table} in the old database`).toBeGreaterThan(0);
      // The ledger's own user, and the models that transcribe and that follow older ones, with their prices.
      const added = { user: 1, ai_model: 2, ai_price: 2 }[table] ?? 0;
      expect(after.get(table), table).toHaveLength(rows.length + added);
      expect(after.get(table)?.slice(0, rows.length), table).toMatchObject(rows.map(asToday));
    }
  });

  it('still opens for the Google accounts that were linked', () => {
    expect(rowsOf(connection, 'provider_link')).toMatchObject([
      { issuer: 'https://accounts.google.com', subject: 'google-ada', user_id: 'ada' },
    ]);
  });

  it('has all parts of what a run must remember', () => {
    expect(rowsOf(connection, 'baiql_memo_part').map(({ name, value }) => [name, value])).toEqual([
      ['run', '{"version":1,"startedAtMs":7}'],
      ['globals', JSON.stringify(MEMO.globals)],
      ['sources/1', JSON.stringify(MEMO.sources[1])],
      ['optimized/1/0', JSON.stringify(MEMO.optimized['1/0'])],
      ['written/1', JSON.stringify(MEMO.written[1])],
      ['written/2', '[]'],
      ['failedRuns/e1/2/1/0/1', '"Busy."'],
    ]);
  });

  it('has sound books, with the same balances', async () => {
    expect(await reconcileFile(connection.name, GRANTED)).toMatchObject({
      faults: [],
      accounts: 9,
      entries: 21,
      openHolds: 1,
    });
  });

  it('can read the price of each hold, and of each model', () => {
    const perMillion = (input: bigint, output: bigint) => ({
      rates: { input, output, cacheRead: input, cacheWrite: input },
    });
    const rulesOf = (sql: string) => connection.prepare<[], string>(sql).pluck().all().map(readRule);
    expect(rulesOf('SELECT DISTINCT price_rule FROM ledger_hold')).toMatchObject([
      perMillion(1_000_000n, 2_000_000n),
    ]);
    expect(rulesOf('SELECT rule FROM ai_price')).toMatchObject([
      perMillion(2_500_000n, 10_000_000n),
      { ...perMillion(0n, 0n), audioMinuteFee: 4_500n },
      {
        rates: { input: 100_000n, output: 500_000n, cacheRead: 10_000n, cacheWrite: 125_000n },
        steps: [{ aboveInputTokens: 272_000 }],
      },
    ]);
  });

  it('keeps the rules of the ledger', () => {
    expect(() => connection.exec('UPDATE ledger_entry SET amount = 1')).toThrow('append-only');
    expect(() => connection.exec('DELETE FROM ledger_entry')).toThrow('append-only');
    expect(() => connection.exec("UPDATE ledger_account SET held = -1 WHERE user_id = 'ada'")).toThrow(
      'CHECK',
    );
    expect(() => connection.exec("UPDATE ledger_account SET posted = 1 WHERE user_id = 'ada'")).toThrow(
      'CHECK',
    );
    expect(() => connection.exec('UPDATE ai_price SET is_active = 0')).toThrow('append-only');
    expect(() => connection.exec("UPDATE baiql_execution SET status = 'lost'")).toThrow('CHECK');
    const secondUsage = `INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, operation_id, reason, occurred_at)
      SELECT account_id, 99, 0, balance_after, kind, 'p', operation_id, reason, occurred_at FROM ledger_entry WHERE kind = 'usage' LIMIT 1`;
    expect(() => connection.exec(secondUsage)).toThrow('one usage entry');
  });

  it('lets nobody who owns money be deleted, and takes a run’s rows away with it', () => {
    expect(() => connection.exec(`DELETE FROM "user" WHERE id = 'ada'`)).toThrow('FOREIGN KEY');
    expect(() => connection.exec("INSERT INTO ledger_account (id, user_id) VALUES ('user:x', 'x')")).toThrow(
      'FOREIGN KEY',
    );
    connection.exec("DELETE FROM baiql_execution WHERE id = 'e1'");
    for (const table of ['baiql_result', 'baiql_log_line', 'baiql_reply', 'baiql_memo_part']) {
      expect(rowsOf(connection, table), table).toEqual([]);
    }
  });

  it('knows of each grant and adjustment which posting it is, in their order', () => {
    const pairs = connection
      .prepare<[], string>(
        `SELECT a.id || ' ' || p.idempotency_key FROM audit_event a JOIN ledger_posting p ON p.id = a.posting_id ORDER BY a.id`,
      )
      .pluck()
      .all();
    expect(pairs).toEqual(['a1 grant:root:g1', 'a2 grant:root:g2', 'a3 grant:root:g3', 'a4 adjust:root:a1']);
  });

  it('has a nameless person for an account of the ledger that stood alone', () => {
    expect(rowsOf(connection, 'user').at(-1)).toMatchObject({
      id: 'never',
      email: 'deleted-never@deleted.invalid',
      first_name: '',
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/) as string,
    });
  });

  it('finds its people, and nobody who has deleted their account', async () => {
    fillSearchIndexes(connection);
    const search = createSqliteUserSearch({ connection, lock: new ConnectionLock() });
    const order = { sort: 'email', isDescending: false, page: 1, pageSize: 10 } as const;
    expect(await search.find({ ...order, search: 'LOVEL' })).toEqual({ total: 1, ids: ['ada'] });
    expect(await search.find({ ...order, search: 'deleted' })).toEqual({ total: 0, ids: [] });
    expect(await search.find({ ...order, search: '' })).toEqual({ total: 2, ids: ['ada', 'root'] });
  });

  it('says of each model what the program knew of it', () => {
    expect(rowsOf(connection, 'ai_model')).toMatchObject([
      {
        model_name: 'gpt-4o',
        context_tokens: 128_000n,
        most_searches: 0n,
        replaced_by: 'gpt-6-luna',
        shutdown_on: '2027-01-14',
        gone_at: null,
        transcribes: 0n,
      },
      { model_name: 'gpt-transcribe', provider_id: 'p1', takes_images: 0n, transcribes: 1n },
      { model_name: 'gpt-6-luna', provider_id: 'p1', is_free: 0n, transcribes: 0n, sort_order: 12n },
    ]);
  });

  it('knows when each provider first answered, and keeps that of a new one with the reply', () => {
    const demo = { provider: 'demo', at: 1_795_176_005_000n };
    expect(rowsOf(connection, 'provider_first_reply')).toEqual([demo]);
    const end = connection.prepare(
      "UPDATE ledger_operation SET provider = ?, state = ?, finished_at = ? WHERE idempotency_key = 'open'",
    );
    for (const [state, at] of [
      ['failed', 1n],
      ['running', null],
      ['answered', 2n],
      ['running', null],
      ['answered', 3n],
    ])
      end.run('openai', state, at);
    expect(rowsOf(connection, 'provider_first_reply')).toEqual([demo, { provider: 'openai', at: 2n }]);
  });

  it('says how long each script is', () => {
    expect(rowsOf(connection, 'baiql_script')).toMatchObject([
      { size: BigInt(Buffer.byteLength('PROMPT "Grüße"')) },
    ]);
  });
});

describe('a database of the time before lists left the texts of prompts out', () => {
  const find = (words: string): unknown[] =>
    connection
      .prepare('SELECT rowid FROM prompt_search WHERE prompt_search MATCH ? ORDER BY rowid')
      .pluck()
      .all(words);

  it('has all that its prompts had, and with each what lists show of its text', () => {
    connection = openOld('0044');
    const before = contentOf(connection);
    migrate(connection, MIGRATIONS_DIR);
    const after = contentOf(connection);
    for (const table of ['saved_prompt', 'prompt_like', 'saved_prompt_version'])
      expect(after.get(table), table).toMatchObject(before.get(table) ?? []);
    const prompts = rowsOf(connection, 'saved_prompt');
    expect(prompts.map(({ preview, variable_count: count }) => [preview, count])).toEqual([
      [prompts[0]?.content, 0n],
      [prompts[1]?.content, 5n],
      ['🍲'.repeat(280), 0n],
    ]);
  });

  it('finds its prompts by their words, also after an edit and a deletion', () => {
    connection = openOld('0044');
    migrate(connection, MIGRATIONS_DIR);
    fillSearchIndexes(connection);
    expect(find('lentils')).toEqual([1n]);
    connection.exec("UPDATE saved_prompt SET content = 'Cook rice.' WHERE id = 'plain'");
    expect([find('lentils'), find('rice')]).toEqual([[], [1n]]);
    connection.exec("DELETE FROM saved_prompt WHERE id = 'plain'");
    expect(find('rice')).toEqual([]);
    expect(rowsOf(connection, 'prompt_like')).toEqual([]);
    expect(rowsOf(connection, 'saved_prompt')).toMatchObject([{ source_id: null }, { id: 'long' }]);
  });
});

describe('a database of the time before registrations kept their passwords to themselves', () => {
  beforeEach(() => {
    connection = openOld('0046');
    migrate(connection, MIGRATIONS_DIR);
  });

  it('has no password of whoever registered an address that is not confirmed, and its link', () => {
    expect(rowsOf(connection, 'user')).toMatchObject([
      { id: 'ada', password_hash: 'hash of ada' },
      { id: 'both', password_hash: 'hash of both' },
      { id: 'eve', password_hash: null, password_changed_at: null },
    ]);
    expect(rowsOf(connection, 'account_token')).toMatchObject([
      { id: 't1', registration_id: null, used_at: null },
    ]);
    expect(rowsOf(connection, 'pending_registration')).toEqual([]);
  });

  it('tells those who log in with Google and with a password, once', () => {
    expect(rowsOf(connection, 'mail')).toMatchObject([
      { user_id: 'both', kind: 'google-and-password', sent_at: null },
    ]);
  });
});

it('a database of the time when sessions were one text each has their exchanges, to be read and searched', () => {
  connection = openOld('0065');
  const [before] = rowsOf(connection, 'saved_session').filter(({ id }) => id === 'two');
  migrate(connection, MIGRATIONS_DIR);
  fillSearchIndexes(connection);
  expect(rowsOf(connection, 'saved_session')).toMatchObject([
    { id: 'two', kind: 'saved', thread_json: '', io_text: 'All', instructions: 'Be a chef.', cost: 246n },
    { id: 'none', thread_json: '' },
    { id: 'old', thread_json: '{"v":0}', io_text: 'What was said' },
  ]);
  const turns = rowsOf(connection, 'session_turn');
  expect(turns).toMatchObject([
    { user_id: 'ada', session_id: 'two', requests: 0n, cost: 0n },
    { user_id: 'ada', session_id: 'two', requests: 1n, cost: 123n, tokens_in: 12n, tokens_out: 4n },
  ]);
  const newestFirst = turns.toReversed().flatMap(({ entries }) => JSON.parse(String(entries)) as unknown[]);
  expect(newestFirst).toEqual(JSON.parse(String(before?.thread_json)));
  const found = connection
    .prepare('SELECT rowid FROM session_search WHERE session_search MATCH ?')
    .pluck()
    .all('"=oada" AND "leeks" *');
  expect(found).toEqual([turns[0]?.number]);
});
