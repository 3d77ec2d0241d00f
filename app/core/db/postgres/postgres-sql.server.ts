import type { Sql, SqlDatabase } from '../sql';
import type { PostgresConnection } from './postgres-connection.server';
import type { Queries } from './queries.server';
import { statement } from './statement.server';

const TABLES_WITH = statement(
  `SELECT table_name AS name FROM information_schema.columns
   WHERE table_schema = current_schema() AND column_name = @column`,
);

type Work<T> = (queries: Queries) => Promise<T>;

export const createPostgresSql = (database: PostgresConnection): SqlDatabase => ({
  ...statementsBy(
    (work) => database.read(work),
    // Not repeated blindly: the first attempt may have been written.
    (work) => database.transaction(work),
  ),
  async tablesWith(column) {
    const rows = await database.read((queries) => queries.all<{ name: string }>(TABLES_WITH, { column }));
    return rows.map(({ name }) => name);
  },
  transaction: (work) =>
    database.transaction((queries) => {
      const here = <T>(step: Work<T>) => step(queries);
      return work(statementsBy(here, here));
    }),
});

const statementsBy = (
  read: <T>(work: Work<T>) => Promise<T>,
  write: <T>(work: Work<T>) => Promise<T>,
): Sql => ({
  all: <Row>(sql: string, values = {}) => read((queries) => queries.all<Row>(statement(sql), values)),
  get: <Row>(sql: string, values = {}) => read((queries) => queries.get<Row>(statement(sql), values)),
  run: (sql, values = {}) => write((queries) => queries.run(statement(sql), values)),
});
