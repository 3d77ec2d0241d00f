import type { Prisma } from '@prisma/client';

/** Of one prompt so many versions are kept: the oldest make room for new ones. */
const MAX_VERSIONS = 50;

interface Kept {
  id: string;
  version: number;
  title: string;
  description: string;
  content: string;
  updatedAt: Date;
}

/** Keeps what an edit left, in the transaction that made it. */
export async function keepVersion(
  { savedPromptVersion: versions }: Prisma.TransactionClient,
  { id: promptId, version, title, description, content, updatedAt: savedAt }: Kept,
  note: string,
): Promise<void> {
  await versions.deleteMany({ where: { promptId, version: { lte: version - MAX_VERSIONS } } });
  await versions.create({ data: { promptId, version, title, description, content, note, savedAt } });
}
