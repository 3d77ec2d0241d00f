import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { noSuchPrompt } from './find-prompt.server';

/** Deletes one's own prompt with its versions, likes and reports. Copies that others made stay theirs. */
export async function deletePrompt({ prisma }: Services, { userId }: Actor, id: string): Promise<void> {
  const { count } = await prisma.savedPrompt.deleteMany({ where: { id, userId } });
  if (count === 0) throw noSuchPrompt();
}
