import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';

interface Parts {
  categoryId: number | null;
  styleTemplateId: number | null;
  outcomeTemplateId: number | null;
  topicId: number | null;
  subtopicId: number | null;
}

/** The parts a prompt refers to must exist; they may be hidden. */
export async function checkParts(tx: Prisma.TransactionClient, parts: Parts): Promise<void> {
  const exists = {
    categoryId: (id: number) => tx.category.count({ where: { id } }),
    styleTemplateId: (id: number) => tx.styleTemplate.count({ where: { id } }),
    outcomeTemplateId: (id: number) => tx.outcomeTemplate.count({ where: { id } }),
    topicId: (id: number) => tx.topic.count({ where: { id } }),
    subtopicId: (id: number) => tx.subtopic.count({ where: { id } }),
  } as const satisfies Record<keyof Parts, (id: number) => Promise<number>>;
  for (const field of Object.keys(exists) as (keyof Parts)[]) {
    const id = parts[field];
    if (id !== null && (await exists[field](id)) === 0)
      throw new DomainError('invalid', `${field} names nothing that exists.`, {
        code: 'no_such_part',
        field,
      });
  }
}
