// Search time in 50,000 saved prompts, compared with a plain LIKE over the same texts.
// npm run bench:prompts-search

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '~/core/db/sqlite/database.server';
import type { PromptQuery } from '~/features/prompts/store/prompt-search';
import { createSqlitePromptSearch } from '~/features/prompts/store/sqlite/sqlite-prompt-search.server';

const PROMPTS = 50_000;
const ROUNDS = 15;
const AUTHORS = 500;
const WORDS =
  'lesson plan essay summary email contract review code python teacher student marketing budget recipe history biology letter report interview meeting data analysis customer support product strategy story poem translate grammar'.split(
    ' ',
  );
const SEARCHES = ['photosynthesis', 'lesson plan', 'contract review budget', 'les', 'zebra 4711', 'the'];

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'prompts-search-'));
const database = openDatabase(path.join(directory, 'app.db'), path.resolve('prisma/migrations'));
const { connection, lock } = database;
try {
  fill();
  const search = createSqlitePromptSearch({ connection, lock });
  console.log(`${PROMPTS.toLocaleString('en-US')} prompts, medians of ${String(ROUNDS)} in milliseconds`);
  for (const text of SEARCHES) {
    const query: PromptQuery = {
      scope: { kind: 'community' },
      search: text,
      sort: 'popular',
      page: 1,
      pageSize: 12,
    };
    const own = await median(() => search.find(query));
    const like = await median(() => Promise.resolve(findByLike(text)));
    const { total } = await search.find(query);
    console.log(
      `${text.padEnd(24)} ${own.toFixed(1).padStart(8)} full-text ${like.toFixed(1).padStart(8)} LIKE  ${String(total).padStart(6)} found`,
    );
  }
} finally {
  await database.close();
  fs.rmSync(directory, { recursive: true, force: true });
}

/** Texts of about 900 characters, the same in each run. */
function fill(): void {
  let state = 42;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[next(WORDS.length)] ?? '').join(' ');
  const addUser = connection.prepare(
    `INSERT INTO "user" (id, email, first_name, last_name) VALUES (?, ?, 'A', 'B')`,
  );
  const addPrompt = connection.prepare(
    `INSERT INTO saved_prompt (id, user_id, title, description, raw_topic, raw_subtopic, tags, is_public, like_count,
       created_at, updated_at, preview, variable_count, content)
     VALUES (?, ?, ?, '', '', '', '["bench"]', 1, ?, ?, ?, '', 0, ?)`,
  );
  connection.transaction(() => {
    for (let user = 0; user < AUTHORS; user += 1)
      addUser.run(`user-${String(user)}`, `${String(user)}@bench.test`);
    for (let number = 0; number < PROMPTS; number += 1) {
      const rare = number % 500 === 0 ? ' photosynthesis' : number === 4711 ? ' zebra 4711' : '';
      const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
      const content = `Write the ${words(130)}${rare}`;
      addPrompt.run(
        `prompt-${String(number)}`,
        `user-${String(number % AUTHORS)}`,
        words(4),
        next(100),
        at,
        at,
        content,
      );
    }
  })();
}

/** The same search without an index: each word anywhere in a text. */
function findByLike(text: string): unknown[] {
  const words = text.split(' ');
  const each = `(title LIKE ? OR description LIKE ? OR tags LIKE ? OR content LIKE ?)`;
  const where = `is_public = 1 AND moderation = 'clear' AND ${words.map(() => each).join(' AND ')}`;
  const values = words.flatMap((word) => Array.from({ length: 4 }, () => `%${word}%`));
  connection.prepare(`SELECT count(*) FROM saved_prompt WHERE ${where}`).get(...values);
  return connection
    .prepare(
      `SELECT id FROM saved_prompt WHERE ${where} ORDER BY like_count DESC, created_at DESC, id DESC LIMIT 12`,
    )
    .all(...values);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
