import { NO_TOTALS, type RunOutcome } from '@promptwell/baiql-runtime';
import type { UserWithRoles } from '~/core/server/session.server';
import { fullName } from '~/core/shared/full-name';
import { may, parseRoles, type Role } from '~/core/shared/permissions';
import type { BaiqlDeps } from '../deps.server';

/** The current account of a run's user. */
export interface RunUser {
  userId: string;
  name: string;
  roles: readonly Role[];
  /** The API key that started the run, and pays. */
  apiKey?: UserWithRoles['apiKey'];
}

/** Those of the users who may still have runs: an account may be closed, suspended or have lost its role. */
export async function findRunUsers(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  userIds: Iterable<string>,
): Promise<Map<string, RunUser>> {
  const rows = await prisma.user.findMany({
    where: { id: { in: [...new Set(userIds)] }, deletedAt: null, suspendedAt: null },
    include: { roles: true },
  });
  const users = rows.map((row): RunUser => ({
    userId: row.id,
    name: fullName(row),
    roles: parseRoles(row.roles.map(({ role }) => role)),
  }));
  return new Map(users.filter((user) => may(user, 'baiql:use')).map((user) => [user.userId, user]));
}

/** Outcome of a run whose user may have none. */
export const NOT_ALLOWED: RunOutcome & { reason: 'unavailable'; message: string } = {
  status: 'failed',
  reason: 'unavailable',
  message: 'The account that owns this run no longer has access to BAIQL.',
  totals: NO_TOTALS,
  outputs: [],
};

/** Maximum concurrent requests of one run, whatever its PARALLEL says. */
const MAX_PARALLEL = { paid: 32, organization: 64 };

export const maxParallelOf = (roles: readonly Role[]): number =>
  roles.some((role) => role !== 'paiduser') ? MAX_PARALLEL.organization : MAX_PARALLEL.paid;
