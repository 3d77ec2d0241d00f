import type { FoundUsers, UserQuery, UserSearch } from '../user-search';
import type { SqliteConnection } from './lock.server';
import { matchTerms } from './match-terms.server';

/** Maximum matches to fetch and sort. With more, walking the requested order finds enough of them quickly. */
const MAX_TO_SORT = 1_000;

const COLUMNS = { email: 'email', createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const;

const MATCHES = 'SELECT rowid AS number FROM user_search WHERE user_search MATCH @text';

// Counts the pages of an index; few rows are deleted users.
const COUNT_EVERYBODY = `SELECT (SELECT count(*) FROM "user") - (SELECT count(*) FROM "user" WHERE deleted_at IS NOT NULL)`;

const COUNT_SINCE = `SELECT count(*) FROM "user" WHERE deleted_at IS NULL AND created_at >= @since`;

type Order = Pick<UserQuery, 'sort' | 'isDescending'> & { hasSince?: boolean };

/** The statements for a page, exported for a test with EXPLAIN. */
export function userPageSql({ sort, isDescending, hasSince = false }: Order) {
  const [column, direction] = [COLUMNS[sort], isDescending ? 'DESC' : 'ASC'];
  const since = hasSince ? ' AND u.created_at >= @since' : '';
  const page = `ORDER BY u.${column} ${direction}, u.number ${direction} LIMIT @limit OFFSET @offset`;
  const walk = `SELECT u.id FROM "user" u INDEXED BY "user_deleted_at_${column}_idx" WHERE u.deleted_at IS NULL${since}`;
  return {
    everybody: `${walk} ${page}`,
    many: `${walk} AND u.number IN (${MATCHES}) ${page}`,
    few: `SELECT u.id FROM (${MATCHES}) AS found CROSS JOIN "user" u ON u.number = found.number${since} ${page}`,
  };
}

export function createSqliteUserSearch({ connection, lock }: SqliteConnection): UserSearch {
  const count = (sql: string, ...values: unknown[]): number =>
    Number(
      connection
        .prepare<unknown[], bigint>(sql)
        .pluck()
        .get(...values) ?? 0n,
    );

  function find({ search, since, page, pageSize, ...order }: UserQuery): FoundUsers {
    const sql = userPageSql({ ...order, hasSince: since !== undefined });
    const from = since === undefined ? {} : { since: since.toISOString().replace('Z', '+00:00') };
    const idsBy = (statement: string, values: object): string[] =>
      connection
        .prepare<unknown[], string>(statement)
        .pluck()
        .all({ ...values, limit: pageSize, offset: (page - 1) * pageSize });
    if (search.replaceAll('\0', ' ').trim() === '') {
      const total = since === undefined ? count(COUNT_EVERYBODY) : count(COUNT_SINCE, from);
      return { total, ids: idsBy(sql.everybody, from) };
    }
    const text = matchTerms(search);
    if (text === '') return { total: 0, ids: [] };
    const values = { ...from, text };
    const total = count(
      since === undefined ? `SELECT count(*) FROM (${MATCHES})` : `${COUNT_SINCE} AND number IN (${MATCHES})`,
      values,
    );
    return { total, ids: idsBy(total > MAX_TO_SORT ? sql.many : sql.few, values) };
  }

  return { find: (query) => lock.run(() => find(query)) };
}
