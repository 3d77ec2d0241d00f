import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { idFor, planFor, refuseBeyond } from '../save-prompt.server';
import { findParts } from './find-parts.server';
import { readPromptFile } from './read-prompt-file';
import { withoutDuplicates } from './without-duplicates.server';
import type { ImportAnswer } from '../answers';
import type { ImportPrompts } from './schema';
import { textColumns } from '../store/prompt-text';

/**
 * Imports prompts as private: those that are valid and new, or none if they exceed the plan's limit. Parts are resolved
 * by name. With a key, a retry adds only what is missing.
 */
export async function importPrompts(
  services: Pick<PromptsDeps, 'log' | 'clock' | 'prisma' | 'ledger'>,
  actor: Actor,
  file: ImportPrompts,
  importKey?: string,
): Promise<ImportAnswer> {
  const { prompts, skipped } = readPromptFile(file);
  const plan = await planFor(services, actor);
  const nowMs = services.clock();
  const now = new Date(nowMs);
  const partsOf = await findParts(services, prompts);
  const all = prompts.map(({ title, content, description, tags, folder, ...from }, index) => ({
    id: importKey === undefined ? randomUUID() : idFor(actor, `${importKey} ${String(index)}`),
    userId: actor.userId,
    ...partsOf(from),
    title,
    ...textColumns(content),
    description,
    tags: JSON.stringify(tags),
    folder,
    // One millisecond apart, so that lists keep the file's order.
    createdAt: new Date(nowMs - prompts.length + index),
    updatedAt: now,
  }));
  const rows = await withoutDuplicates(services, actor, all);
  const added: string[] = [];
  try {
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      const later = Math.max(0, rows.length - at - BATCH_SIZE);
      const ids = await addRows(services, rows.slice(at, at + BATCH_SIZE), (tx, count) =>
        refuseBeyond(tx, actor, plan, count + later),
      );
      for (const id of ids) added.push(id);
    }
  } catch (error) {
    await services.prisma.savedPrompt.deleteMany({ where: { id: { in: added } } }).catch(() => {
      // A full disk can't update the search index either.
      services.log.error({ err: error }, 'an import could not be taken back');
      throw incomplete(added.length, rows.length, importKey);
    });
    throw error;
  }
  return { imported: rows.length, skipped, duplicates: all.length - rows.length };
}

const incomplete = (added: number, all: number, importKey: string | undefined): DomainError =>
  new DomainError(
    'unavailable',
    `The server couldn’t finish: ${added.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} prompts were imported.${importKey === undefined ? '' : ' Try again later to add the rest.'}`,
    { code: 'import_incomplete' },
  );

/** Thousands of rows take seconds, and a transaction blocks other requests. */
const BATCH_SIZE = 100;

/** Adds the new prompts, and returns them. */
const addRows = (
  { prisma }: Pick<PromptsDeps, 'prisma'>,
  rows: (Prisma.SavedPromptCreateManyInput & { id: string })[],
  checkRoom: (tx: Prisma.TransactionClient, count: number) => Promise<void>,
): Promise<string[]> =>
  prisma.$transaction(async (tx) => {
    const there = await tx.savedPrompt.findMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      select: { id: true },
    });
    const known = new Set(there.map(({ id }) => id));
    const fresh = rows.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return [];
    await checkRoom(tx, fresh.length);
    await tx.savedPrompt.createMany({ data: fresh });
    await tx.savedPromptVersion.createMany({
      data: fresh.map(({ id: promptId, title, description, content, updatedAt: savedAt }) => ({
        promptId,
        version: 1,
        title,
        description,
        content,
        note: 'Imported',
        savedAt,
      })),
    });
    return fresh.map(({ id }) => id);
  });
