import type { RunOutcome } from '@promptwell/baiql-runtime';
import type { PrismaClient } from '~/core/db/database.server';
import { may, parseRoles, type Role } from '~/core/shared/permissions';

/** Whose run it is. */
export interface Owner {
  userId: string;
  name: string;
  roles: readonly Role[];
}

/** Those of these people who may have runs now: an account may have been closed, suspended, or lost its role. */
export async function findOwners(
  prisma: PrismaClient,
  userIds: readonly string[],
): Promise<Map<string, Owner>> {
  const users = await prisma.user.findMany({
    where: { id: { in: [...userIds] }, deletedAt: null, suspendedAt: null },
    include: { roles: true },
  });
  const owners = users.map((user): Owner => ({
    userId: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    roles: parseRoles(user.roles.map(({ role }) => role)),
  }));
  return new Map(owners.filter((owner) => may(owner, 'baiql:use')).map((owner) => [owner.userId, owner]));
}

/** How the run of somebody else ends. */
export const REFUSED: RunOutcome & { reason: 'unavailable'; message: string } = {
  status: 'failed',
  reason: 'unavailable',
  message: 'The account of this run may not use BAIQL any more.',
  totals: { total: 0, succeeded: 0, failed: 0, skipped: 0, inputTokens: 0, outputTokens: 0, costMicroUsd: 0 },
  outputs: [],
};
