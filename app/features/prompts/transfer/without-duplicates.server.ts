import { createHash } from 'node:crypto';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';

interface Row {
  id: string;
  title: string;
  content: string;
}

/** Titles per query; the texts of their prompts are held in memory. */
const TITLE_BATCH_SIZE = 100;

/** The rows whose title and text the user doesn't have yet. A row with the same id is not a duplicate of itself. */
export async function withoutDuplicates<R extends Row>(
  { prisma }: Pick<PromptsDeps, 'prisma'>,
  { userId }: Actor,
  rows: readonly R[],
): Promise<R[]> {
  const known = new Map<string, string>();
  const titles = [...new Set(rows.map(({ title }) => title))];
  for (let at = 0; at < titles.length; at += TITLE_BATCH_SIZE) {
    const there = await prisma.savedPrompt.findMany({
      where: { userId, title: { in: titles.slice(at, at + TITLE_BATCH_SIZE) } },
      select: { id: true, title: true, content: true },
    });
    for (const prompt of there) known.set(keyOf(prompt), prompt.id);
  }
  const ids = new Set(known.values());
  return rows.filter((row) => {
    const key = keyOf(row);
    const isFresh = !known.has(key) || ids.has(row.id);
    if (!known.has(key)) known.set(key, row.id);
    return isFresh;
  });
}

const keyOf = ({ title, content }: Row): string =>
  createHash('sha256')
    .update(JSON.stringify([title, content]))
    .digest('base64');
