import type { ContentDeps } from './deps.server';
import { noSuch } from './edit-category.server';

type Deps = Pick<ContentDeps, 'prisma'>;

/** Maximum number of users' own topics shown, most frequent first. */
const MAX_SUGGESTED = 50;
/** A topic that one user copied once isn't significant. */
const MIN_USES = 2;

export type ListedCategory = Awaited<ReturnType<typeof readCategories>>['categories'][number];
export type ListedPair = Awaited<ReturnType<typeof readCategory>>['pairs'][number];
export type ListedPurpose = Awaited<ReturnType<typeof readCategory>>['purposes'][number];
export type ListedTopic = Awaited<ReturnType<typeof readTopics>>['topics'][number];

/** All categories with their contents, including hidden ones. */
export async function readCategories({ prisma }: Deps) {
  const rows = await prisma.category.findMany({
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
    include: {
      _count: { select: { styles: true, purposes: true, generatedPrompts: true, savedPrompts: true } },
    },
  });
  return {
    categories: rows.map(({ id, name, sortOrder, isActive, isEdited, _count }) => ({
      id,
      name,
      sortOrder,
      isActive,
      isEdited,
      pairs: _count.styles,
      purposes: _count.purposes,
      copied: _count.generatedPrompts,
      saved: _count.savedPrompts,
    })),
  };
}

/** A category with its pairs and purposes, including hidden ones. */
export async function readCategory({ prisma }: Deps, id: number) {
  const row = await prisma.category.findUnique({
    where: { id },
    include: { styles: true, outcomes: true, purposes: true },
  });
  if (!row) throw noSuch('category');
  const inOrder = (one: { sortOrder: number }, other: { sortOrder: number }) =>
    one.sortOrder - other.sortOrder;
  const { name, isActive } = row;
  return {
    category: { id, name, isActive },
    pairs: row.styles.sort(inOrder).flatMap((style) => {
      const outcome = row.outcomes.find(({ sortOrder }) => sortOrder === style.sortOrder);
      if (!outcome) return [];
      return [
        {
          styleId: style.id,
          outcomeId: outcome.id,
          styleName: style.name,
          styleText: style.templateText,
          outcomeName: outcome.name,
          outcomeText: outcome.templateText,
          isActive: style.isActive && outcome.isActive,
          isEdited: style.isEdited || outcome.isEdited,
        },
      ];
    }),
    purposes: row.purposes.sort(inOrder).map((purpose) => ({
      id: purpose.id,
      name: purpose.name,
      description: purpose.description,
      styleTemplateId: purpose.styleTemplateId,
      isActive: purpose.isActive,
      isEdited: purpose.isEdited,
    })),
  };
}

/** All topics with their subtopics, and frequent topics of users that aren't among them. */
export async function readTopics({ prisma }: Deps) {
  const rows = await prisma.topic.findMany({ include: { subtopics: { where: { isApproved: true } } } });
  const typed = await prisma.generatedPrompt.groupBy({
    by: ['rawTopic'],
    where: { topicId: null, rawTopic: { not: '' } },
    _count: { rawTopic: true },
    having: { rawTopic: { _count: { gte: MIN_USES } } },
    orderBy: { _count: { rawTopic: 'desc' } },
    // Fetches more, because frequent topics that are now suggestions are filtered out.
    take: MAX_SUGGESTED + rows.length,
  });
  const known = new Set(rows.map(({ name }) => name.toLowerCase()));
  return {
    topics: rows.map(({ id, name, isApproved, isEdited, subtopics }) => ({
      id,
      name,
      isApproved,
      isEdited,
      subtopics: subtopics.map((subtopic) => subtopic.name),
    })),
    suggested: typed
      .filter(({ rawTopic }) => !known.has(rawTopic.toLowerCase()))
      .slice(0, MAX_SUGGESTED)
      .map(({ rawTopic, _count }) => ({ name: rawTopic, uses: _count.rawTopic })),
  };
}
