import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { PrismaClient } from '~/core/db/database.server';

/** Card payments in an export. They stay when an account is deleted: the books need them, and they name nobody. */
export function paymentData({ prisma }: { prisma: PrismaClient }) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('payments.json', payments(prisma, userId)));
    },
    remove: (): Promise<void> => Promise.resolve(),
  };
}

async function* payments(prisma: PrismaClient, userId: string): AsyncGenerator {
  const rows = await prisma.topup.findMany({
    where: { userId },
    omit: { userId: true },
    orderBy: { createdAt: 'desc' },
  });
  for (const { createdAt, creditedAt, ...row } of rows) {
    yield {
      ...row,
      createdAt: new Date(Number(createdAt)).toISOString(),
      creditedAt: creditedAt === null ? null : new Date(Number(creditedAt)).toISOString(),
    };
  }
}
