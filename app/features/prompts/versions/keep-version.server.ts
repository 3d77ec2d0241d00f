import type { Prisma } from '@prisma/client';

/** Maximum versions per prompt; the oldest are dropped. */
const MAX_VERSIONS = 50;

interface Kept {
  id: string;
  version: number;
  title: string;
  description: string;
  content: string;
  updatedAt: Date;
}

/** Records the version after an edit, in the same transaction. */
export async function keepVersion(
  { savedPromptVersion: versions }: Prisma.TransactionClient,
  { id: promptId, version, title, description, content, updatedAt: savedAt }: Kept,
  note: string,
): Promise<void> {
  await versions.deleteMany({ where: { promptId, version: { lte: version - MAX_VERSIONS } } });
  await versions.create({ data: { promptId, version, title, description, content, note, savedAt } });
}
