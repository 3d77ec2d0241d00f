export type SqlValue = string | number | bigint | boolean | null;
export type SqlValues = Readonly<Record<string, SqlValue | undefined>>;

/**
 * SQL that both databases run. Parameters are named (`@userId`), and undefined is null. In rows, whole numbers are BigInt
 * and booleans 0n or 1n. What the databases write differently is written as PostgreSQL has it, and JSON as
 * `json_text(column, 'key')` or `json_true(column, 'key')`: see sqlite-sql.server.ts and statement.server.ts.
 */
export interface Sql {
  all<Row>(sql: string, values?: SqlValues): Promise<Row[]>;
  get<Row>(sql: string, values?: SqlValues): Promise<Row | undefined>;
  /** Returns how many rows were written. */
  run(sql: string, values?: SqlValues): Promise<number>;
}

export interface SqlDatabase extends Sql {
  /** The tables that have this column. */
  tablesWith(column: string): Promise<string[]>;
  /** All of it or nothing. `work` may be repeated, so it changes nothing but the database. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}
