import type { Prisma, PrismaClient } from '@prisma/client';
import type { Seed } from './read-seed.server';
import type { SeedFile } from './seed-schema';

type Transaction = Prisma.TransactionClient;
type Ids = ReadonlyMap<string, number>;

/** Gap between sort positions, so that administrators can insert rows. */
const SORT_STEP = 10;

/**
 * Imports the reference content into the database when it has changed. Edited rows are kept; removed ones are hidden,
 * because prompts may refer to them.
 */
export async function seedContent(prisma: PrismaClient, seed: Seed): Promise<void> {
  const seeded = await prisma.contentSeed.findUnique({ where: { id: 1 } });
  if (seeded?.version === seed.version) return;
  const files = seed.files();
  await prisma.$transaction(
    async (tx) => {
      const categories = await syncTable(categoryRows(files), tablesOf(tx).category);
      const styles = await syncTable(templateRows(files, 'style', categories), tablesOf(tx).style);
      const outcomes = await syncTable(templateRows(files, 'outcome', categories), tablesOf(tx).outcome);
      await syncTable(purposeRows(files, { categories, styles, outcomes }), tablesOf(tx).purpose);
      const topics = await syncTable(topicRows(files), tablesOf(tx).topic);
      await syncTable(subtopicRows(files, topics), tablesOf(tx).subtopic);
      const { version } = seed;
      await tx.contentSeed.upsert({ where: { id: 1 }, create: { id: 1, version }, update: { version } });
    },
    { timeout: 60_000 },
  );
}

const categoryRows = (files: readonly SeedFile[]) =>
  files.map(({ key, name, sortOrder }) => ({ seedKey: key, name, sortOrder }));

const pairKey = (file: SeedFile, pair: string): string => `${file.key}/${pair}`;

const templateRows = (files: readonly SeedFile[], part: 'style' | 'outcome', categories: Ids) =>
  files.flatMap((file) =>
    file.pairs.map((pair, index) => ({
      seedKey: pairKey(file, pair.key),
      categoryId: idOf(categories, file.key),
      name: pair[part].name,
      sortOrder: (index + 1) * SORT_STEP,
      templateText: pair[part].text,
    })),
  );

const purposeRows = (
  files: readonly SeedFile[],
  { categories, styles, outcomes }: Record<'categories' | 'styles' | 'outcomes', Ids>,
) =>
  files.flatMap((file) =>
    file.purposes.map(({ key, name, description, pair }, index) => ({
      seedKey: `${file.key}/${key}`,
      name,
      description,
      sortOrder: file.sortOrder * 100 + index * SORT_STEP,
      categoryId: idOf(categories, file.key),
      styleTemplateId: idOf(styles, pairKey(file, pair)),
      outcomeTemplateId: idOf(outcomes, pairKey(file, pair)),
    })),
  );

const topicRows = (files: readonly SeedFile[]) =>
  files.flatMap(({ topics }) => topics.map(({ name }) => ({ seedKey: name, name })));

const subtopicRows = (files: readonly SeedFile[], topics: Ids) =>
  files.flatMap((file) =>
    file.topics.flatMap((topic) =>
      topic.subtopics.map((name) => ({
        seedKey: `${topic.name}/${name}`,
        topicId: idOf(topics, topic.name),
        name,
      })),
    ),
  );

function idOf(ids: Ids, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The reference content refers to ${key}, which it does not have.`);
  return id;
}

interface Known {
  id: number;
  seedKey: string | null;
  isEdited: boolean;
}

/** The operations that seeding needs, the same for each table. */
interface SeedTable<Row> {
  known(): Promise<Known[]>;
  add(rows: Row[]): Promise<unknown>;
  change(id: number, row: Row): Promise<unknown>;
  hide(ids: number[]): Promise<unknown>;
}

/** Inserts, updates and hides rows; returns the ids of all reference rows by key. */
async function syncTable<Row extends { seedKey: string }>(rows: Row[], table: SeedTable<Row>): Promise<Ids> {
  const known = new Map((await table.known()).map((each) => [each.seedKey, each]));
  await table.add(rows.filter(({ seedKey }) => !known.has(seedKey)));
  for (const row of rows) {
    const existing = known.get(row.seedKey);
    if (existing && !existing.isEdited) await table.change(existing.id, row);
    known.delete(row.seedKey);
  }
  await table.hide([...known.values()].filter(({ isEdited }) => !isEdited).map(({ id }) => id));
  return new Map(
    (await table.known()).flatMap(({ id, seedKey }) => (seedKey === null ? [] : [[seedKey, id]])),
  );
}

const SEEDED = {
  where: { seedKey: { not: null } },
  select: { id: true, seedKey: true, isEdited: true },
} as const;
const hidden = <Flag extends 'isActive' | 'isApproved'>(ids: number[], flag: Flag) =>
  ({ where: { id: { in: ids } }, data: { [flag]: false } as Record<Flag, false> }) as const;

/** Updates also show rows that were hidden. */
const tablesOf = (tx: Transaction) =>
  ({
    category: {
      known: () => tx.category.findMany(SEEDED),
      add: (data) => tx.category.createMany({ data }),
      change: (id, row) => tx.category.update({ where: { id }, data: { ...row, isActive: true } }),
      hide: (ids) => tx.category.updateMany(hidden(ids, 'isActive')),
    } satisfies SeedTable<ReturnType<typeof categoryRows>[number]>,
    style: {
      known: () => tx.styleTemplate.findMany(SEEDED),
      add: (data) => tx.styleTemplate.createMany({ data }),
      change: (id, row) => tx.styleTemplate.update({ where: { id }, data: { ...row, isActive: true } }),
      hide: (ids) => tx.styleTemplate.updateMany(hidden(ids, 'isActive')),
    } satisfies SeedTable<ReturnType<typeof templateRows>[number]>,
    outcome: {
      known: () => tx.outcomeTemplate.findMany(SEEDED),
      add: (data) => tx.outcomeTemplate.createMany({ data }),
      change: (id, row) => tx.outcomeTemplate.update({ where: { id }, data: { ...row, isActive: true } }),
      hide: (ids) => tx.outcomeTemplate.updateMany(hidden(ids, 'isActive')),
    } satisfies SeedTable<ReturnType<typeof templateRows>[number]>,
    purpose: {
      known: () => tx.purpose.findMany(SEEDED),
      add: (data) => tx.purpose.createMany({ data }),
      change: (id, row) => tx.purpose.update({ where: { id }, data: { ...row, isActive: true } }),
      hide: (ids) => tx.purpose.updateMany(hidden(ids, 'isActive')),
    } satisfies SeedTable<ReturnType<typeof purposeRows>[number]>,
    topic: {
      known: () => tx.topic.findMany(SEEDED),
      add: (data) => tx.topic.createMany({ data }),
      change: (id, row) => tx.topic.update({ where: { id }, data: { ...row, isApproved: true } }),
      hide: (ids) => tx.topic.updateMany(hidden(ids, 'isApproved')),
    } satisfies SeedTable<ReturnType<typeof topicRows>[number]>,
    subtopic: {
      known: () => tx.subtopic.findMany(SEEDED),
      add: (data) => tx.subtopic.createMany({ data }),
      change: (id, row) => tx.subtopic.update({ where: { id }, data: { ...row, isApproved: true } }),
      hide: (ids) => tx.subtopic.updateMany(hidden(ids, 'isApproved')),
    } satisfies SeedTable<ReturnType<typeof subtopicRows>[number]>,
  }) as const;
