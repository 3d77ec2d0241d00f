import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { addTextFunctions } from '~/core/db/sqlite/text-functions.server';
import type { TestServer } from './server';

const LONG_WORD = 'x'.repeat(1900);

/** Where people write, by table. What is JSON, an address or a key is not there. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  user: ['first_name', 'last_name'],
  doc: ['category', 'title', 'content'],
  category: ['name'],
  style_template: ['name', 'template_text'],
  outcome_template: ['name', 'template_text'],
  purpose: ['name', 'description'],
  topic: ['name'],
  subtopic: ['name'],
  saved_prompt: [
    'title',
    'description',
    'raw_topic',
    'raw_subtopic',
    'folder',
    'moderation_notes',
    'author_note',
    'preview',
    'content',
  ],
  saved_prompt_version: ['title', 'description', 'note', 'content'],
  prompt_report: ['note'],
  saved_session: ['title', 'prompt_text'],
  team: ['name'],
  feedback: ['comment'],
  baiql_script: ['name', 'content'],
  baiql_script_version: ['name', 'content'],
  baiql_execution: ['script_name', 'message'],
  baiql_result: ['label', 'prompt', 'reply'],
  baiql_log_line: ['text'],
};

/** Puts a word of some 2,000 letters wherever people write, beside the running server. */
export function fillWithLongWords({ dataDir }: TestServer): void {
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { timeout: 5_000 });
  addTextFunctions(database);
  try {
    for (const [table, columns] of Object.entries(WRITTEN)) {
      // The number keeps what must differ different; what is empty is not shown.
      const values = columns.map((column) => `${column} = iif(${column} = '', '', ? || rowid)`);
      database.prepare(`UPDATE "${table}" SET ${values.join(', ')}`).run(...columns.map(() => LONG_WORD));
    }
    const tags = JSON.stringify([LONG_WORD]);
    database.prepare('UPDATE saved_prompt SET tags = ?').run(tags);
  } finally {
    database.close();
  }
}
