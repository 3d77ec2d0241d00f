import type { LedgerDeps } from './deps.server';
import { userAccount } from './sqlite/accounts.server';

/** The total charged for operations whose key starts with this prefix, in micro-dollars. */
export async function readCharges(
  { prisma }: Pick<LedgerDeps, 'prisma'>,
  { userId, endpoint, keyPrefix }: { userId: string; endpoint: string; keyPrefix: string },
): Promise<number> {
  const [row] = await prisma.$queryRaw<{ charged: bigint | null }[]>`
    SELECT -SUM(e.amount) AS charged FROM ledger_operation o
    JOIN ledger_entry e ON e.operation_id = o.id AND e.account_id = ${userAccount(userId)}
    WHERE o.user_id = ${userId} AND o.endpoint = ${endpoint}
      AND o.idempotency_key > ${keyPrefix} AND o.idempotency_key < ${`${keyPrefix}~`}`;
  return Number(row?.charged ?? 0n);
}
