import type { SqliteConnection } from '~/core/db/sqlite/lock.server';
import { matchTerms } from '~/core/db/sqlite/match-terms.server';
import type { SessionSearch } from '../session-search';

const FIND = `SELECT session_id FROM session_turn
  WHERE number IN (SELECT rowid FROM session_search WHERE session_search MATCH ?)`;

export function createSqliteSessionSearch({ connection, lock }: SqliteConnection): SessionSearch {
  const statement = () => connection.prepare<[string], string>(FIND).pluck();
  return {
    find: ({ userId, search }) =>
      lock.run(() => {
        const terms = matchTerms(search);
        if (terms === '') return [];
        return [...new Set(statement().all(`"=o${userId.replaceAll('-', '')}" AND ${terms}`))];
      }),
  };
}
