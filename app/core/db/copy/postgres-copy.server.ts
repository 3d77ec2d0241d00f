import type { ClientBase } from 'pg';
import { inPieces, type CopiedRow, type CopiedTable, type CopySource, type CopyTarget } from './copy-tables';

/** Without the search indexes, which have tokens of their own. */
const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS "type"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname <> '_migration'
    AND NOT EXISTS (SELECT 1 FROM pg_attribute t WHERE t.attrelid = c.oid AND t.atttypid = 'tsvector'::regtype)
  ORDER BY c.relname, a.attnum`;

const COUNTERS = `
  SELECT table_name AS "table", pg_get_serial_sequence(quote_ident(table_name), column_name) AS "sequence"
  FROM information_schema.columns
  WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%'`;

const FOREIGN_KEYS = `
  SELECT c.conrelid::regclass::text AS "table", quote_ident(c.conname) AS "name", pg_get_constraintdef(c.oid) AS "definition"
  FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`;

const quoted = (name: string): string => `"${name}"`;

interface Column {
  table: string;
  column: string;
  type: string;
}

async function columnsOf(client: ClientBase): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

const tablesOf = async (client: ClientBase): Promise<CopiedTable[]> =>
  [...(await columnsOf(client))].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
  }));

/** `client` is in a transaction that reads one state of the database. */
export function postgresSource(client: ClientBase): CopySource {
  return {
    tables: () => tablesOf(client),
    rows: (table) => inPieces(rowsOf(client, table)),
    counters: async () => {
      const counters = new Map<string, bigint>();
      const { rows } = await client.query<{ table: string; sequence: string }>(COUNTERS);
      for (const { table, sequence } of rows) {
        const found = await client.query<{ last: string }>(
          `SELECT CAST(last_value AS text) AS last FROM ${sequence} WHERE is_called`,
        );
        const [row] = found.rows;
        if (row) counters.set(table, BigInt(row.last));
      }
      return counters;
    },
  };
}

const FETCHED = 200;

/** By a cursor. */
async function* rowsOf(client: ClientBase, { name, columns }: CopiedTable): AsyncGenerator<CopiedRow> {
  const types = new Map((await columnsOf(client)).get(name)?.map(({ column, type }) => [column, type]));
  const texts = columns.map((column) => asText(quoted(column), types.get(column)));
  await client.query(`DECLARE copied CURSOR FOR SELECT ${texts.join(', ')} FROM ${quoted(name)}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${String(FETCHED)} FROM copied`,
      rowMode: 'array',
    });
    yield* rows;
    if (rows.length < FETCHED) break;
  }
  await client.query('CLOSE copied');
}

/** Times as Prisma writes them on SQLite. */
const asText = (column: string, type: string | undefined): string =>
  type?.startsWith('timestamp') === true
    ? `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
    : `CAST(${column} AS text)`;

/** Inserts in a transaction of the caller’s. */
export function postgresTarget(client: ClientBase): CopyTarget {
  let known: Promise<Map<string, Column[]>> | undefined;
  return {
    tables: () => tablesOf(client),
    insert: async ({ name, columns }, rows) => {
      const types = new Map(
        (await (known ??= columnsOf(client))).get(name)?.map(({ column, type }) => [column, type]),
      );
      const casts = columns.map(
        (column, index) => `CAST(c${String(index)} AS ${types.get(column) ?? 'text'})`,
      );
      const names = columns.map((_, index) => `c${String(index)}`).join(', ');
      const arrays = columns.map((_, index) => `$${String(index + 1)}::text[]`).join(', ');
      await client.query(
        `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')})
         SELECT ${casts.join(', ')} FROM unnest(${arrays}) AS given(${names})`,
        columns.map((_, index) => rows.map((row) => row[index] ?? null)),
      );
    },
    setCounters: async (counters) => {
      const { rows } = await client.query<{ table: string; sequence: string }>(COUNTERS);
      for (const { table, sequence } of rows) {
        const last = counters.get(table) ?? 0n;
        if (last > 0n) await client.query('SELECT setval($1, $2)', [sequence, String(last)]);
      }
    },
  };
}

/** Runs `work` without foreign keys, since rows may refer to those that come later, and checks them all afterwards. */
export async function withoutForeignKeys<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS);
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const result = await work();
  for (const { table, name, definition } of rows)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  return result;
}

/** The tables that have rows, other than those that every new database has. */
export async function usedTables(client: ClientBase): Promise<string[]> {
  const used: string[] = [];
  for (const { name } of await tablesOf(client)) {
    if (name === 'house_setting') continue;
    const condition = name === 'ledger_account' ? 'WHERE user_id IS NOT NULL OR version <> 0' : '';
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} ${condition} LIMIT 1`);
    if (rowCount !== 0) used.push(name);
  }
  return used;
}

/** Removes all rows, whatever protects them: for what takes their place in the same transaction. */
export async function clearTables(client: ClientBase): Promise<void> {
  const tables = (await tablesOf(client)).map(({ name }) => quoted(name));
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY CASCADE`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}
