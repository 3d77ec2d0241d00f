import { equalKey } from '@promptwell/text';
import type { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import { SearchIndex, tsQuery } from '~/core/db/postgres/search-index.server';
import type { SqlDatabase, SqlValues } from '~/core/db/sql';
import type { PromptSort } from '../../list-schema';
import type { PromptQuery, PromptScope, PromptSearch } from '../prompt-search';

const NEWEST = 'p.created_at DESC, p.id DESC';
const OLDEST = 'p.created_at, p.id';

const ORDERS: Record<PromptScope['kind'], Record<PromptSort, string>> = {
  own: {
    recent: NEWEST,
    oldest: OLDEST,
    popular: 'p.use_count DESC, p.id DESC',
    used: 'p.last_used_at DESC NULLS LAST, p.id DESC',
  },
  team: { recent: NEWEST, oldest: OLDEST, popular: NEWEST, used: NEWEST },
  community: { recent: NEWEST, oldest: OLDEST, popular: `p.like_count DESC, ${NEWEST}`, used: NEWEST },
};

const SCOPES = {
  own: 'p.user_id = @userId',
  // Team members and the team's owner.
  team: `p.team_id = @teamId AND (
    EXISTS (SELECT 1 FROM team_member m WHERE m.user_id = p.user_id AND m.has_seat)
    OR EXISTS (SELECT 1 FROM team t WHERE t.id = p.team_id AND t.user_id = p.user_id))`,
  community: `p.is_public AND p.moderation = 'clear'`,
} as const;

const MATCHES = 'SELECT number FROM prompt_search WHERE tokens @@ CAST(@query AS tsquery)';

const folderLabel = (folder: string): string => `f${equalKey(folder)}`;
const tagLabel = (tag: string): string => `t${equalKey(tag)}`;

export function createPostgresPromptSearch(connection: PostgresConnection, sql: SqlDatabase): PromptSearch {
  const index = new SearchIndex(
    connection,
    {
      table: 'prompt_search',
      of: 'saved_prompt',
      texts: 'json_build_array(t.title, t.description, t.tags, t.content)',
      labels: `(SELECT coalesce(json_agg(label), '[]') FROM (
        SELECT 'f' || t.folder AS label WHERE t.folder <> ''
        UNION ALL SELECT 't' || json_array_elements_text(CAST(t.tags AS json))) AS found)`,
    },
    (label) => (label.startsWith('f') ? folderLabel(label.slice(1)) : tagLabel(label.slice(1))),
  );
  return {
    async find({ scope, search, folder, tag, sort, page, pageSize }: PromptQuery) {
      const labels = [
        ...(folder === undefined ? [] : [folderLabel(folder)]),
        ...(tag === undefined ? [] : [tagLabel(tag)]),
      ];
      if (search.trim() !== '' && tsQuery(search) === '') return { total: 0, ids: [] };
      const query = tsQuery(search, labels);
      if (query !== '') await index.refresh();
      const from = `FROM saved_prompt p WHERE ${SCOPES[scope.kind]} ${query === '' ? '' : `AND p.number IN (${MATCHES})`}`;
      const values: SqlValues = { ...scope, query };
      const counted = await sql.get<{ count: bigint }>(`SELECT count(*) AS count ${from}`, values);
      const rows = await sql.all<{ id: string }>(
        `SELECT p.id ${from} ORDER BY ${ORDERS[scope.kind][sort]} LIMIT @limit OFFSET @offset`,
        { ...values, limit: pageSize, offset: (page - 1) * pageSize },
      );
      return { total: Number(counted?.count ?? 0n), ids: rows.map(({ id }) => id) };
    },
  };
}
