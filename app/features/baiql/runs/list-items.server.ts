import type { PrismaClient } from '~/core/db/database.server';
import { findExecution } from './find-execution.server';
import type { ItemsQuery } from './schema';

export interface ExecutionItem {
  batch: number;
  number: number;
  label: string;
  status: string;
  reason: string | null;
  costMicroUsd: number | null;
  prompt: string;
  reply: string;
}

/** What became of the transactions of one's own run. */
export async function listItems(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  id: string,
  { page, pageSize, status }: ItemsQuery,
): Promise<{ total: number; page: number; pageSize: number; items: ExecutionItem[] }> {
  await findExecution({ prisma }, userId, id);
  const where = { executionId: id, ...(status === undefined ? {} : { status }) };
  const [total, rows] = await Promise.all([
    prisma.baiqlResult.count({ where }),
    prisma.baiqlResult.findMany({
      where,
      orderBy: [{ batch: 'asc' }, { number: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      omit: { detail: true, executionId: true },
    }),
  ]);
  return {
    total,
    page,
    pageSize,
    items: rows.map(({ cost, ...row }) => ({ ...row, costMicroUsd: cost === null ? null : Number(cost) })),
  };
}
