import type { PrismaClient } from '@prisma/client';
import { cached } from '~/core/server/cached.server';
import type { Category, Purpose, Template, Topic } from './responses';

/** The content of the generator, without hidden rows. */
interface Content {
  categories: readonly Category[];
  styles: ReadonlyMap<number, readonly Template[]>;
  outcomes: ReadonlyMap<number, readonly Template[]>;
  purposes: readonly Purpose[];
  topics: readonly Topic[];
  subtopics: ReadonlyMap<number, readonly Topic[]>;
}

/** Cached in memory, because every step reads it and only administrators change it. */
export interface ContentStore {
  categories(): Promise<readonly Category[]>;
  styles(categoryId: number): Promise<readonly Template[]>;
  outcomes(categoryId: number): Promise<readonly Template[]>;
  purposes(): Promise<readonly Purpose[]>;
  searchTopics(text: string): Promise<readonly Topic[]>;
  subtopics(topicId: number): Promise<readonly Topic[]>;
  searchSubtopics(topicId: number, text: string): Promise<readonly Topic[]>;
  /** Call after any change of the content. */
  invalidate(): void;
}

export function createContentStore(prisma: PrismaClient): ContentStore {
  const { current, invalidate } = cached(() => load(prisma));
  const subtopics = async (topicId: number) => (await current()).subtopics.get(topicId) ?? [];
  return {
    categories: async () => (await current()).categories,
    styles: async (categoryId) => (await current()).styles.get(categoryId) ?? [],
    outcomes: async (categoryId) => (await current()).outcomes.get(categoryId) ?? [],
    purposes: async () => (await current()).purposes,
    searchTopics: async (text) => find((await current()).topics, text),
    subtopics,
    searchSubtopics: async (topicId, text) => find(await subtopics(topicId), text),
    invalidate,
  };
}

async function load(prisma: PrismaClient): Promise<Content> {
  const shown = { where: { isActive: true } };
  const approved = { where: { isApproved: true } };
  const [categories, styles, outcomes, purposes, topics, subtopics] = await Promise.all([
    prisma.category.findMany(shown),
    prisma.styleTemplate.findMany(shown),
    prisma.outcomeTemplate.findMany(shown),
    prisma.purpose.findMany(shown),
    prisma.topic.findMany(approved),
    prisma.subtopic.findMany(approved),
  ]);
  const nameOf = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  const [categoryNames, styleNames, outcomeNames] = [nameOf(categories), nameOf(styles), nameOf(outcomes)];
  return {
    categories: inOrder(categories).map(({ id, name }) => ({ id, name })),
    styles: groupBy(inOrder(styles).map(templateOf), ({ categoryId }) => categoryId),
    outcomes: groupBy(inOrder(outcomes).map(templateOf), ({ categoryId }) => categoryId),
    purposes: inOrder(purposes).flatMap((purpose) => {
      const suggestedCategory = categoryNames.get(purpose.categoryId);
      const suggestedStyleTemplate = styleNames.get(purpose.styleTemplateId);
      const suggestedOutcomeTemplate = outcomeNames.get(purpose.outcomeTemplateId);
      // Purposes that refer to hidden rows are left out.
      if (!suggestedCategory || !suggestedStyleTemplate || !suggestedOutcomeTemplate) return [];
      const { id, name, description } = purpose;
      return [{ id, name, description, suggestedCategory, suggestedStyleTemplate, suggestedOutcomeTemplate }];
    }),
    topics: topics.map(topicOf),
    subtopics: new Map(
      [...groupBy(subtopics, ({ topicId }) => topicId)].map(([id, rows]) => [id, rows.map(topicOf)]),
    ),
  };
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const inOrder = <Row extends { sortOrder: number; id: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);

const templateOf = ({ id, name, categoryId, sortOrder, templateText }: Template): Template => ({
  id,
  name,
  categoryId,
  sortOrder,
  templateText,
});

const topicOf = ({ id, name, isApproved }: Topic): Topic => ({ id, name, isApproved });

/** Shorter texts have no results. Pages may require more. */
const MIN_SEARCH_CHARACTERS = 2;
const MAX_FOUND = 12;

/** Topics whose name contains the text: matches at the start first, then at the start of a word, then others. */
function find(topics: readonly Topic[], text: string): Topic[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < MIN_SEARCH_CHARACTERS) return [];
  const ranked = topics.flatMap((topic) => {
    const rank = rankOf(topic.name.toLowerCase(), wanted);
    return rank === undefined ? [] : [{ topic, rank }];
  });
  ranked.sort((one, other) => one.rank - other.rank || one.topic.name.localeCompare(other.topic.name, 'en'));
  return ranked.slice(0, MAX_FOUND).map(({ topic }) => topic);
}

function rankOf(name: string, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : undefined;
}
