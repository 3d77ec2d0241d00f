import type { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import { SearchIndex, tsQuery } from '~/core/db/postgres/search-index.server';
import type { SqlDatabase } from '~/core/db/sql';
import type { SessionSearch } from '../session-search';

const FIND = `SELECT DISTINCT session_id AS id FROM session_turn
  WHERE user_id = @userId
    AND number IN (SELECT number FROM session_search WHERE tokens @@ CAST(@query AS tsquery))`;

export function createPostgresSessionSearch(connection: PostgresConnection, sql: SqlDatabase): SessionSearch {
  const index = new SearchIndex(connection, {
    table: 'session_search',
    of: 'session_turn',
    texts: `(SELECT coalesce(json_agg(left(entry ->> 'text', 20000)), '[]')
      FROM json_array_elements(CAST(t.entries AS json)) AS entry)`,
  });
  return {
    async find({ userId, search }) {
      const query = tsQuery(search);
      if (query === '') return [];
      await index.refresh();
      return (await sql.all<{ id: string }>(FIND, { userId, query })).map(({ id }) => id);
    },
  };
}
