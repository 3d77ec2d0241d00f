import { equalKey } from '@promptwell/text';
import type { Database } from 'better-sqlite3';

interface TaggedPrompt {
  number: number;
  userId: string;
  tags: string;
}

const EARLIEST_FIRST = `
  SELECT number, user_id AS userId, tags FROM saved_prompt WHERE tags <> '[]' ORDER BY user_id, created_at, id`;
const KEEP_FORMER = `
  INSERT INTO merged_tag (user_id, former, tag, at) VALUES (?, ?, ?, ?)
  ON CONFLICT (user_id, former) DO UPDATE SET tag = excluded.tag, at = excluded.at`;

/**
 * Gives each author's tags one spelling, the one they use most, where earlier versions told spellings apart that are equal
 * now ("Straße" and "STRASSE"). The spellings that went are kept in `merged_tag`.
 */
export function mergeTags(connection: Database, at: string): void {
  const prompts = connection
    .prepare<[], TaggedPrompt>(EARLIEST_FIRST)
    .safeIntegers(false)
    .all()
    .map(({ tags, ...prompt }) => ({ ...prompt, tags: JSON.parse(tags) as string[] }));
  const uses = new Map<string, number>();
  const usesOf = (userId: string, tag: string): number => uses.get(`${userId} ${tag}`) ?? 0;
  for (const { userId, tags } of prompts) {
    for (const tag of tags) uses.set(`${userId} ${tag}`, usesOf(userId, tag) + 1);
  }
  const usedMost = new Map<string, string>();
  for (const { userId, tags } of prompts) {
    for (const tag of tags) {
      const key = `${userId} ${equalKey(tag)}`;
      if (usesOf(userId, tag) > usesOf(userId, usedMost.get(key) ?? '')) usedMost.set(key, tag);
    }
  }
  const keepFormer = connection.prepare(KEEP_FORMER);
  const update = connection.prepare('UPDATE saved_prompt SET tags = ? WHERE number = ?');
  for (const { number, userId, tags } of prompts) {
    const merged = tags.map((tag) => usedMost.get(`${userId} ${equalKey(tag)}`) ?? tag);
    if (merged.every((tag, index) => tag === tags[index])) continue;
    tags.forEach((tag, index) => {
      if (tag !== merged[index]) keepFormer.run(userId, tag, merged[index], at);
    });
    update.run(JSON.stringify([...new Set(merged)]), number);
  }
}
