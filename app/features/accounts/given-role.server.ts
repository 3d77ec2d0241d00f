import type { Prisma } from '@prisma/client';
import type { Role } from '~/core/shared/permissions';

/**
 * Brings a role that a plan gives to what it should be, and takes back what it gave before. One that an administrator
 * gave by hand is left alone. Returns what the plan gives now; the caller forgets the session after its commit.
 */
export async function bringGivenRole(
  transaction: Pick<Prisma.TransactionClient, 'userRole'>,
  { userId, given, wanted }: { userId: string; given: string | null; wanted: Role | null },
): Promise<string | null> {
  if (given === wanted) return given;
  if (given !== null) await transaction.userRole.deleteMany({ where: { userId, role: given } });
  if (wanted === null) return null;
  const role = { userId, role: wanted };
  if (await transaction.userRole.findUnique({ where: { userId_role: role } })) return null;
  await transaction.userRole.create({ data: role });
  return wanted;
}
