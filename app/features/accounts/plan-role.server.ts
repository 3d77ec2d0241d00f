import type { Prisma } from '@prisma/client';
import type { Role } from '~/core/shared/permissions';

/**
 * Updates a role that a plan grants: removes the previous one and adds the new one. A role granted by an administrator
 * is kept. Returns the role now granted by the plan; the caller must forget the session after its commit.
 */
export async function syncPlanRole(
  transaction: Pick<Prisma.TransactionClient, 'userRole' | 'providerRole'>,
  { userId, given, wanted }: { userId: string; given: string | null; wanted: Role | null },
): Promise<string | null> {
  if (given === wanted) return given;
  if (given !== null) await transaction.userRole.deleteMany({ where: { userId, role: given } });
  if (wanted === null) return null;
  const role = { userId, role: wanted };
  if (await transaction.userRole.findUnique({ where: { userId_role: role } })) {
    // A role that a sign-in provider gave is the plan's from now on.
    const { count } = await transaction.providerRole.deleteMany({ where: role });
    return count > 0 ? wanted : null;
  }
  await transaction.userRole.create({ data: role });
  return wanted;
}
