import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import type { PrismaClient } from '~/core/db/app-database';

/** OCR usage of a user, by day. Deleted with the account. */
export const ocrData = ({ prisma }: { prisma: PrismaClient }) => ({
  exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
    const days = await prisma.ocrDay.findMany({ where: { userId }, omit: { userId: true } });
    if (days.length > 0) yield textFile('ocr-usage.json', pretty(days));
  },
  remove: async (userId: string): Promise<void> => {
    await prisma.ocrDay.deleteMany({ where: { userId } });
  },
});
