import type { UserRef } from '~/core/server/session.server';
import type { ContentDeps } from './deps.server';
import { changeContent, noSuch, refuseTaken } from './edit-category.server';
import type { TopicForm } from './forms';

/** Saves a topic with its subtopics; those no longer listed are hidden. */
export async function saveTopic(
  services: Pick<ContentDeps, 'clock' | 'prisma' | 'content'>,
  actor: UserRef,
  { id, name, subtopics, isApproved }: TopicForm,
): Promise<void> {
  const event = { action: 'content.topic', name, isNew: id === undefined };
  await changeContent(services, actor, event, async (tx) => {
    const others = await tx.topic.findMany({ where: { NOT: { id: id ?? 0 } }, select: { name: true } });
    refuseTaken(others, name, 'name');
    const data = { name, isApproved, isEdited: true };
    const known = id === undefined ? null : await tx.topic.findUnique({ where: { id } });
    if (id !== undefined && !known) throw noSuch('topic');
    const topic = known
      ? await tx.topic.update({ where: { id: known.id }, data })
      : await tx.topic.create({ data });
    const before = await tx.subtopic.findMany({ where: { topicId: topic.id } });
    for (const row of before) {
      const isListed = subtopics.includes(row.name);
      if (isListed === row.isApproved) continue;
      await tx.subtopic.update({ where: { id: row.id }, data: { isApproved: isListed, isEdited: true } });
    }
    const names = new Set(before.map((row) => row.name));
    await tx.subtopic.createMany({
      data: subtopics
        .filter((each) => !names.has(each))
        .map((each) => ({ topicId: topic.id, name: each, isEdited: true })),
    });
  });
}
