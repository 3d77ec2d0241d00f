import type { PrismaClient } from '~/core/db/database.server';
import { describeExecution, type ExecutionView } from './execution-view.server';

/** One's own runs, the newest first. */
export async function listExecutions(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ total: number; page: number; pageSize: number; items: ExecutionView[] }> {
  const [total, rows] = await Promise.all([
    prisma.baiqlExecution.count({ where: { userId } }),
    prisma.baiqlExecution.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      // Not the texts, which may be long.
      omit: { script: true, plan: true, memo: true },
    }),
  ]);
  return { total, page, pageSize, items: rows.map((row) => describeExecution(row)) };
}
