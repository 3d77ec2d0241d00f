import type { SqlDatabase } from '../sql';
import type { UserQuery, UserSearch } from '../user-search';
import type { PostgresConnection } from './postgres-connection.server';
import { SearchIndex, tsQuery } from './search-index.server';

const COLUMNS = { email: 'email', createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const;

export function createPostgresUserSearch(connection: PostgresConnection, sql: SqlDatabase): UserSearch {
  const index = new SearchIndex(connection, {
    table: 'user_search',
    of: '"user"',
    texts: `CASE WHEN t.deleted_at IS NULL THEN json_build_array(t.email, t.first_name, t.last_name) ELSE '[]' END`,
  });
  return {
    async find({ search, since, sort, isDescending, page, pageSize }: UserQuery) {
      const isSearch = search.replaceAll('\0', ' ').trim() !== '';
      const query = tsQuery(search);
      if (isSearch && query === '') return { total: 0, ids: [] };
      if (isSearch) await index.refresh();
      const where = [
        'u.deleted_at IS NULL',
        ...(since === undefined ? [] : ['u.created_at >= CAST(@since AS timestamp)']),
        ...(isSearch
          ? ['u.number IN (SELECT number FROM user_search WHERE tokens @@ CAST(@query AS tsquery))']
          : []),
      ].join(' AND ');
      const values = { since: since?.toISOString(), query };
      const direction = isDescending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'; // as on SQLite
      const counted = await sql.get<{ count: bigint }>(
        `SELECT count(*) AS count FROM "user" u WHERE ${where}`,
        values,
      );
      const rows = await sql.all<{ id: string }>(
        `SELECT u.id FROM "user" u WHERE ${where}
         ORDER BY u.${COLUMNS[sort]} ${direction}, u.number ${direction} LIMIT @limit OFFSET @offset`,
        { ...values, limit: pageSize, offset: (page - 1) * pageSize },
      );
      return { total: Number(counted?.count ?? 0n), ids: rows.map(({ id }) => id) };
    },
  };
}
