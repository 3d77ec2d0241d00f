import type { Database, Statement } from 'better-sqlite3';
import type { Sql, SqlDatabase, SqlValues } from '../sql';
import type { SqliteConnection } from './lock.server';

const TABLES_WITH = `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
  WHERE t.type = 'table' AND c.name = @column`;

/** What SQLite writes differently. */
const sqliteDialect = (sql: string): string =>
  sql
    .replace(/\bgreatest\(/g, 'max(')
    .replace(/\bleast\(/g, 'min(')
    .replace(/\bFOR UPDATE\b/g, '') // the transaction is the only one
    .replace(/\bjson_true\(([\w.]+), '(\w+)'\)/g, "json_extract($1, '$.$2') = 1")
    .replace(/\bjson_text\(([\w.]+), '(\w+)'\)/g, "($1 ->> '$.$2')");

/** SQLite has no booleans. */
function toBound(values: SqlValues): Record<string, string | number | bigint | null> {
  const bound: Record<string, string | number | bigint | null> = {};
  for (const [name, value] of Object.entries(values))
    bound[name] = typeof value === 'boolean' ? Number(value) : (value ?? null);
  return bound;
}

type Run = <T>(work: () => T) => Promise<T>;

/** Runs each statement alone on the connection, and transactions too. */
export function createSqliteSql({ connection, lock }: SqliteConnection): SqlDatabase {
  const prepare = preparedOn(connection);
  return {
    ...statementsBy(prepare, (work) => lock.run(work)),
    tablesWith: (column) =>
      lock
        .run(() => prepare<{ name: string }>(TABLES_WITH).all({ column }))
        .then((rows) => rows.map(({ name }) => name)),
    transaction: (work) =>
      lock.alone(async () => {
        connection.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(statementsBy(prepare, promised));
          connection.exec('COMMIT');
          return result;
        } finally {
          if (connection.inTransaction) connection.exec('ROLLBACK');
        }
      }),
  };
}

/** Prepares each statement once, by its SQL, which is always a constant of the program. */
function preparedOn(connection: Database) {
  const prepared = new Map<string, Statement<[object]>>();
  return function prepare<Row>(sql: string): Statement<[object], Row> {
    const known = prepared.get(sql) ?? connection.prepare<[object]>(sqliteDialect(sql));
    prepared.set(sql, known);
    // The caller knows the columns that it selects.
    return known as Statement<[object], Row>;
  };
}

const statementsBy = (prepare: ReturnType<typeof preparedOn>, run: Run): Sql => ({
  all: <Row>(sql: string, values: SqlValues = {}) => run(() => prepare<Row>(sql).all(toBound(values))),
  get: <Row>(sql: string, values: SqlValues = {}) => run(() => prepare<Row>(sql).get(toBound(values))),
  run: (sql, values = {}) => run(() => prepare(sql).run(toBound(values)).changes),
});

/** Does the work now. What it throws is the promise's. */
const promised: Run = (work) => new Promise((resolve) => resolve(work()));
