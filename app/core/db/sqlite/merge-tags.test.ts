import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDatabase, type TemporaryDatabase } from '../../../../tests/support/database';
import { matchTerms } from './match-terms.server';
import { fillSearchIndexes } from './search-indexes.server';

let database: TemporaryDatabase;
beforeEach(() => {
  database = temporaryDatabase('ada', 'eve');
});
afterEach(() => database.close());

function save(userId: string, tags: readonly string[]): void {
  const { connection } = database;
  const id = `${userId}-${String(connection.prepare('SELECT count(*) FROM saved_prompt').pluck().get())}`;
  connection
    .prepare(
      `INSERT INTO saved_prompt (id, user_id, title, description, raw_topic, raw_subtopic, tags, created_at, updated_at,
         preview, variable_count, content)
       VALUES (?, ?, 'A', '', '', '', ?, ?, ?, '', 0, 'B')`,
    )
    .run(id, userId, JSON.stringify(tags), '2026-01-01', '2026-01-01');
}
const tagsOf = (userId: string): string[] =>
  database.connection
    .prepare<[string], string>('SELECT tags FROM saved_prompt WHERE user_id = ? ORDER BY id')
    .pluck()
    .all(userId);
const found = (text: string): number =>
  database.connection
    .prepare<[string]>('SELECT rowid FROM prompt_search WHERE prompt_search MATCH ?')
    .all(matchTerms(text)).length;

it('gives an author’s tags the spelling used most, once, and lists what was merged', () => {
  save('ada', ['Straße', 'Auto']);
  save('ada', ['STRASSE']);
  save('ada', ['Straße', 'strasse', 'Ｚｏｏ']);
  save('ada', ['Zoo', 'schon', 'schön']);
  save('eve', ['STRASSE']);
  const { connection } = database;
  connection.exec(`DELETE FROM house_setting WHERE name = 'search-indexes'`);
  fillSearchIndexes(connection);

  expect(tagsOf('ada')).toEqual([
    '["Straße","Auto"]',
    '["Straße"]',
    '["Straße","Ｚｏｏ"]',
    '["Ｚｏｏ","schon","schön"]',
  ]);
  expect(tagsOf('eve')).toEqual(['["STRASSE"]']);
  expect(found('strasse')).toBe(4);
  const merged = connection.prepare('SELECT user_id, former, tag FROM merged_tag ORDER BY rowid').raw();
  expect(merged.all()).toEqual([
    ['ada', 'STRASSE', 'Straße'],
    ['ada', 'strasse', 'Straße'],
    ['ada', 'Zoo', 'Ｚｏｏ'],
  ]);

  save('ada', ['STRASSE']);
  fillSearchIndexes(connection);
  expect(tagsOf('ada').at(-1)).toBe('["STRASSE"]');
  expect(merged.all()).toHaveLength(3);
});
