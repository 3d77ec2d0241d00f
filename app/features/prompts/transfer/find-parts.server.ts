import type { PromptsDeps } from '../deps.server';
import type { ImportedPrompt } from './read-prompt-file';

type Names = Pick<ImportedPrompt, 'category' | 'topic' | 'subtopic'>;

/** Resolves category, topic and subtopic by name. Unknown topics stay as text. */
export async function findParts({ prisma }: Pick<PromptsDeps, 'prisma'>, prompts: readonly Names[]) {
  const topicNames = [...new Set(prompts.map(({ topic }) => topic))];
  const [categories, topics] = await Promise.all([
    prisma.category.findMany({ select: { id: true, name: true } }),
    prisma.topic.findMany({
      where: { name: { in: topicNames }, isApproved: true },
      select: { id: true, name: true, subtopics: { select: { id: true, name: true } } },
    }),
  ]);
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id]));
  const topicsByName = new Map(topics.map((topic) => [topic.name, topic]));
  return ({ category, topic, subtopic }: Names) => {
    const foundTopic = topicsByName.get(topic);
    const foundSubtopic = foundTopic?.subtopics.find(({ name }) => name === subtopic);
    return {
      categoryId: categoryIds.get(category) ?? null,
      topicId: foundTopic?.id ?? null,
      rawTopic: foundTopic ? '' : topic,
      subtopicId: foundSubtopic?.id ?? null,
      rawSubtopic: foundSubtopic ? '' : subtopic,
    };
  };
}
