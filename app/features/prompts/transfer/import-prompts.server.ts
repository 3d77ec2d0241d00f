import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { planFor, refuseBeyond } from '../save-prompt.server';
import { readPromptFile } from './read-prompt-file';
import type { ImportAnswer } from '../answers';
import type { ImportPrompts } from './schema';
import { textColumns } from '../store/prompt-text';

/** Adds the prompts of a file to one's own, all of them private: those that fit, or none when the plan has no room. */
export async function importPrompts(
  services: Services,
  actor: Actor,
  file: ImportPrompts,
): Promise<ImportAnswer> {
  const { prompts, skipped } = readPromptFile(file);
  const plan = await planFor(services, actor);
  const nowMs = services.clock();
  const now = new Date(nowMs);
  const rows = prompts.map(({ title, content, description, tags, folder }, index) => ({
    id: randomUUID(),
    userId: actor.userId,
    title,
    ...textColumns(content),
    description,
    tags: JSON.stringify(tags),
    folder,
    rawTopic: '',
    rawSubtopic: '',
    // A millisecond apart: lists keep the order of the file.
    createdAt: new Date(nowMs - prompts.length + index),
    updatedAt: now,
  }));
  try {
    for (let added = 0; added < rows.length; added += AT_ONCE)
      await addRows(services, rows.slice(added, added + AT_ONCE), (tx) =>
        refuseBeyond(tx, actor, plan, rows.length - added),
      );
  } catch (error) {
    await services.prisma.savedPrompt.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    throw error;
  }
  return { imported: rows.length, skipped };
}

/** Thousands of rows take seconds, and nobody else's request is served during a transaction. */
const AT_ONCE = 100;

const addRows = (
  { prisma }: Services,
  rows: (Prisma.SavedPromptCreateManyInput & { id: string })[],
  checkRoom: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    await checkRoom(tx);
    await tx.savedPrompt.createMany({ data: rows });
    await tx.savedPromptVersion.createMany({
      data: rows.map(({ id: promptId, title, description, content, updatedAt: savedAt }) => ({
        promptId,
        version: 1,
        title,
        description,
        content,
        note: 'Imported',
        savedAt,
      })),
    });
  });
