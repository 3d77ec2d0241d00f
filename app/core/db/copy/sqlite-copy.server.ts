import type { Database } from 'better-sqlite3';
import { storableText } from '~/core/shared/storable-text';
import { inPieces, type CopiedRow, type CopiedTable, type CopySource, type CopyTarget } from './copy-tables';

const TABLES = `
  SELECT t.name AS name FROM pragma_table_list t
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '_migration'
  ORDER BY t.name`;

const quoted = (name: string): string => `"${name}"`;

function tablesOf(database: Database): CopiedTable[] {
  const names = database.prepare<[], { name: string }>(TABLES).all();
  return names.map(({ name }) => ({ name, columns: columnsOf(database, name).map((column) => column.name) }));
}

const columnsOf = (database: Database, table: string): { name: string; type: string }[] =>
  database
    .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
    .all(table);

/** `database` has safe integers. Its file doesn’t change while it is read. */
export function sqliteSource(database: Database): CopySource {
  return {
    tables: () => Promise.resolve(tablesOf(database)),
    rows: ({ name, columns }) => {
      const rows = database
        .prepare<[], StoredValue[]>(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`)
        .raw()
        .iterate();
      return inPieces(textsOf(rows));
    },
    counters: () => {
      const rows = database
        .prepare<[], { name: string; seq: bigint }>('SELECT name, seq FROM sqlite_sequence')
        .all();
      return Promise.resolve(new Map(rows.map(({ name, seq }) => [name, seq])));
    },
  };
}

function* textsOf(rows: Iterable<StoredValue[]>): Generator<CopiedRow> {
  for (const row of rows) yield row.map(textOf);
}

type StoredValue = string | number | bigint | Buffer | null;

function textOf(value: StoredValue): string | null {
  if (value === null) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string' ? storableText(value) : String(value);
}

/** Inserts in a transaction of the caller’s, with foreign keys off: rows may refer to those that come later. */
export function sqliteTarget(database: Database): CopyTarget {
  return {
    tables: () => Promise.resolve(tablesOf(database)),
    insert: ({ name, columns }, rows) => {
      const types = new Map(columnsOf(database, name).map((column) => [column.name, column.type]));
      const kinds = columns.map((column) => types.get(column) ?? '');
      const insert = database.prepare(
        `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.run(row.map((value, index) => valueOf(value, kinds[index] ?? '')));
      return Promise.resolve();
    },
    setCounters: (counters) => {
      for (const [name, seq] of counters) {
        const { changes } = database
          .prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
          .run(seq, name);
        if (changes === 0 && numbersRows(database, name))
          database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, seq);
      }
      return Promise.resolve();
    },
  };
}

const numbersRows = (database: Database, table: string): boolean =>
  database
    .prepare<[string], { sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
    .get(table)
    ?.sql.includes('AUTOINCREMENT') === true;

/** By the column’s declared type. */
function valueOf(text: string | null, type: string): StoredValue {
  if (text === null) return null;
  switch (type) {
    case 'BOOLEAN':
      return text === 'true' ? 1n : 0n;
    case 'INTEGER':
    case 'BIGINT':
      return BigInt(text);
    case 'REAL':
      return Number(text);
    case 'BLOB':
      return Buffer.from(text.slice(2), 'hex');
    default:
      return storableText(text);
  }
}
