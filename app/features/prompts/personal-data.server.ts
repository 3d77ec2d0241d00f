import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { Services } from '~/services';
import { describePrompt } from './save-prompt.server';

/** Rows that are read or removed at a time. */
const AT_ONCE = 50;
const OLDEST_FIRST: { orderBy: { createdAt?: 'asc'; id?: 'asc' }[]; take: number } = {
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  take: AT_ONCE,
};

interface Row {
  id: string;
  createdAt: Date;
}

/** The prompts' part of an account's export and deletion. */
export function promptData({ prisma }: Pick<Services, 'prisma'>): PersonalData {
  const saved = (userId: string) => (last: Row | null) =>
    prisma.savedPrompt.findMany({ where: { userId, ...after(last) }, ...OLDEST_FIRST });
  const generated = (userId: string) => (last: Row | null) =>
    prisma.generatedPrompt.findMany({ where: { userId, ...after(last) }, ...OLDEST_FIRST });
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(
        jsonListFile('saved-prompts.json', everyRow(saved(userId), describePrompt)),
      );
      yield jsonListFile(
        'generated-prompts.json',
        everyRow(generated(userId), (row) => row),
      );
    },
    remove: async (userId: string): Promise<void> => {
      for await (const ids of idsOf(generated(userId))) {
        await prisma.generatedPrompt.deleteMany({ where: { id: { in: ids } } });
      }
      for await (const ids of idsOf(saved(userId))) {
        await prisma.savedPrompt.deleteMany({ where: { id: { in: ids } } });
      }
    },
  };
}

type ReadPage<R extends Row> = (last: Row | null) => Promise<R[]>;

const after = (last: Row | null) =>
  last && {
    createdAt: { gte: last.createdAt },
    NOT: { createdAt: last.createdAt, id: { lte: last.id } },
  };

async function* everyRow<R extends Row>(
  readPage: ReadPage<R>,
  describe: (row: R) => unknown,
): AsyncGenerator {
  let last: R | null = null;
  for (;;) {
    const rows: R[] = await readPage(last);
    yield* rows.map(describe);
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}

/** Until there are none: each page has gone before the next is read. */
async function* idsOf(readPage: ReadPage<Row>): AsyncGenerator<string[]> {
  for (;;) {
    const ids = (await readPage(null)).map(({ id }) => id);
    if (ids.length === 0) return;
    yield ids;
  }
}
