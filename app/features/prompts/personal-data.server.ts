import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { PromptsDeps } from './deps.server';
import { describePrompt, WITH_NAMES, type PromptRow } from './describe-prompt.server';
import { after, everyRow, OLDEST_FIRST, type DatedRow, type ReadPage } from './store/every-row';

const LIKE_BATCH_SIZE = 100;

/** Prompts in an account's export and deletion. */
export function promptData({ prisma }: Pick<PromptsDeps, 'prisma'>): PersonalData {
  const saved =
    (userId: string) =>
    (last: DatedRow | null): Promise<PromptRow[]> =>
      prisma.savedPrompt.findMany({
        where: { userId, ...after(last) },
        ...OLDEST_FIRST,
        include: WITH_NAMES,
      });
  const savedIds = (userId: string) => (last: DatedRow | null) =>
    prisma.savedPrompt.findMany({
      where: { userId, ...after(last) },
      ...OLDEST_FIRST,
      select: { id: true, createdAt: true, version: true },
    });
  const generated = (userId: string) => (last: DatedRow | null) =>
    prisma.generatedPrompt.findMany({ where: { userId, ...after(last) }, ...OLDEST_FIRST });
  const smallLists = (userId: string) =>
    [
      ['merged-tags.json', () => prisma.mergedTag.findMany({ where: { userId } })],
      ['prompt-likes.json', () => prisma.promptLike.findMany({ where: { userId } })],
      ['prompt-reports.json', () => prisma.promptReport.findMany({ where: { userId } })],
      ['prompt-charges.json', () => chargesOf(userId)],
    ] as const;
  const chargesOf = async (userId: string) => {
    const charges = await prisma.promptCharge.findMany({ where: { userId } });
    return charges.map(({ cost, ...charge }) => ({ ...charge, costMicroUsd: Number(cost) }));
  };
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(
        jsonListFile(
          'saved-prompts.json',
          everyRow(saved(userId), (row) => describePrompt(row, { userId })),
        ),
      );
      yield jsonListFile('prompt-versions.json', everyVersion(prisma, savedIds(userId)));
      yield jsonListFile(
        'generated-prompts.json',
        everyRow(generated(userId), (row) => row),
      );
      for (const [name, read] of smallLists(userId)) yield jsonListFile(name, each(read));
    },
    remove: async (userId: string): Promise<void> => {
      for await (const ids of idsOf(generated(userId))) {
        await prisma.generatedPrompt.deleteMany({ where: { id: { in: ids } } });
      }
      for await (const ids of idsOf(savedIds(userId))) {
        await prisma.savedPrompt.deleteMany({ where: { id: { in: ids } } });
      }
      while (await takeBackLikes(prisma, userId));
    },
  };
}

/** Deletes a batch, so that other requests aren't blocked for long. Returns false when none are left. */
async function takeBackLikes(prisma: PromptsDeps['prisma'], userId: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const likes = await tx.promptLike.findMany({ where: { userId }, take: LIKE_BATCH_SIZE });
    const ids = likes.map(({ promptId }) => promptId);
    await tx.savedPrompt.updateMany({ where: { id: { in: ids } }, data: { likeCount: { decrement: 1 } } });
    await tx.promptLike.deleteMany({ where: { userId, promptId: { in: ids } } });
    return likes.length > 0;
  });
}

async function* each(read: () => Promise<readonly unknown[]>): AsyncGenerator {
  yield* await read();
}

/** Excludes the newest version, which is the prompt itself. Reads one text at a time. */
async function* everyVersion(
  { savedPromptVersion: versions }: PromptsDeps['prisma'],
  readPage: ReadPage<DatedRow & { version: number }>,
): AsyncGenerator {
  for await (const { id: promptId, version } of everyRow(readPage, (row) => row)) {
    const kept = await versions.findMany({
      where: { promptId, version: { lt: version } },
      select: { version: true },
    });
    for (const each of kept) yield await versions.findFirst({ where: { promptId, version: each.version } });
  }
}

/** Repeats until none are left: each page is deleted before the next is read. */
async function* idsOf(readPage: ReadPage<DatedRow>): AsyncGenerator<string[]> {
  for (;;) {
    const ids = (await readPage(null)).map(({ id }) => id);
    if (ids.length === 0) return;
    yield ids;
  }
}
