import type { Prisma, PrismaClient } from '@prisma/client';
import { readDocsSeed, type SeedDoc } from './content.server';

/** A row beside that of the reference content: docs/decisions/0038-editing-docs.md. */
const SEED_ID = 2;

/**
 * Imports the docs' files into the database when they have changed. Edited texts are kept; texts removed from the files
 * are hidden.
 */
export async function seedDocs(prisma: PrismaClient, at: Date, seed = readDocsSeed()): Promise<void> {
  const seeded = await prisma.contentSeed.findUnique({ where: { id: SEED_ID } });
  if (seeded?.version === seed.version) return;
  await prisma.$transaction(
    async (tx) => {
      const known = await tx.doc.findMany({ where: { seedKey: { not: null } } });
      const byKey = new Map(known.map((doc) => [doc.seedKey, doc]));
      for (const doc of seed.docs) {
        const before = byKey.get(doc.seedKey);
        byKey.delete(doc.seedKey);
        if (!before) await addDoc(tx, doc, at);
        else if (!before.isEdited) await changeDoc(tx, before, doc, at);
      }
      const removedIds = [...byKey.values()].filter(({ isEdited }) => !isEdited).map(({ id }) => id);
      await tx.doc.updateMany({ where: { id: { in: removedIds } }, data: { isPublished: false } });
      const { version } = seed;
      await tx.contentSeed.upsert({
        where: { id: SEED_ID },
        create: { id: SEED_ID, version },
        update: { version },
      });
    },
    { timeout: 60_000 },
  );
}

async function addDoc(tx: Prisma.TransactionClient, doc: SeedDoc, at: Date): Promise<void> {
  const { title, content } = doc;
  await tx.doc.create({
    data: { ...doc, updatedAt: at, versions: { create: { version: 1, savedAt: at, title, content } } },
  });
}

/** Unchanged texts keep their version. */
async function changeDoc(
  tx: Prisma.TransactionClient,
  before: { id: number; version: number; title: string; content: string },
  { title, content, category, displayOrder }: SeedDoc,
  at: Date,
): Promise<void> {
  const where = { id: before.id };
  const place = { category, displayOrder, isPublished: true };
  if (before.title === title && before.content === content) {
    await tx.doc.update({ where, data: place });
    return;
  }
  const version = before.version + 1;
  await tx.docVersion.create({ data: { docId: before.id, version, savedAt: at, title, content } });
  await tx.doc.update({ where, data: { ...place, title, content, version, updatedAt: at } });
}
