import type { Database } from 'better-sqlite3';
import { SEARCH_SETTING, SEARCH_VERSION } from '../search-version';
import { mergeTags } from './merge-tags.server';

const FILL = `
  INSERT INTO prompt_search (prompt_search) VALUES ('delete-all');
  INSERT INTO prompt_search (rowid, tokens)
  SELECT number, '=o' || replace(user_id, '-', '')
    || CASE WHEN is_public AND moderation = 'clear' THEN ' =community' ELSE '' END
    || CASE WHEN folder <> '' THEN ' =f' || hex(equal_key(folder)) ELSE '' END
    || coalesce((SELECT group_concat(' =t' || hex(equal_key(value)), '') FROM json_each(tags)), '')
    || ' ' || search_tokens(title, description, tags, content)
  FROM saved_prompt;
  INSERT INTO user_search (user_search) VALUES ('delete-all');
  INSERT INTO user_search (rowid, tokens)
  SELECT number, search_tokens(email, first_name, last_name) FROM "user" WHERE deleted_at IS NULL;
  INSERT INTO session_search (session_search) VALUES ('delete-all');
  INSERT INTO session_search (rowid, tokens)
  SELECT number, '=o' || replace(user_id, '-', '') || ' ' || search_tokens(
    (SELECT group_concat(substr(json_extract(value, '$.text'), 1, 20000), char(10)) FROM json_each(entries)))
  FROM session_turn;
`;

/**
 * Fills the search indexes anew if they are of other tokens: after the migration that made them, and with a program or a
 * Node version that makes other tokens of the same texts. Triggers keep them from then on.
 */
export function fillSearchIndexes(connection: Database): void {
  const filled = connection
    .prepare<[string], string>('SELECT data FROM house_setting WHERE name = ?')
    .pluck()
    .get(SEARCH_SETTING);
  if (filled === SEARCH_VERSION) return;
  const now = new Date().toISOString().replace('Z', '+00:00');
  connection.transaction(() => {
    connection.exec(FILL);
    mergeTags(connection, now); // its changes are kept in the index by triggers
    connection
      .prepare('INSERT OR REPLACE INTO house_setting (name, data, updated_at) VALUES (?, ?, ?)')
      .run(SEARCH_SETTING, SEARCH_VERSION, now);
  })();
}
