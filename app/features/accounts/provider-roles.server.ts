import type { Prisma } from '@prisma/client';
import { parseRoles, type Role } from '~/core/shared/permissions';
import type { SignInProvider } from '~/integrations/sign-in/index.server';
import { isLastAdministrator } from './first-administrator.server';

type Store = Pick<Prisma.TransactionClient, 'userRole' | 'providerRole'>;

/** The roles that a provider's mapping grants for these groups. */
export const rolesOfGroups = (
  { roleMap }: Pick<SignInProvider, 'roleMap'>,
  groups: readonly string[],
): Role[] => parseRoles(roleMap.flatMap(([group, role]) => (groups.includes(group) ? [role] : [])));

/**
 * Grants a user the roles of their groups, and revokes roles that the same provider granted before and no longer does.
 * Never revokes a role that was paid for or granted by an administrator, nor the last administrator's. Forget the
 * session afterwards.
 */
export async function applyProviderRoles(
  transaction: Store,
  { userId, issuer, roles }: { userId: string; issuer: string; roles: readonly Role[] },
): Promise<void> {
  const given = await transaction.providerRole.findMany({ where: { userId, issuer } });
  for (const { role } of given) {
    if (roles.some((wanted) => wanted === role)) continue;
    if (role === 'admin' && (await isLastAdministrator({ prisma: transaction }, userId))) continue;
    await transaction.providerRole.delete({ where: { userId_issuer_role: { userId, issuer, role } } });
    await takeBack(transaction, { userId, role });
  }
  for (const role of roles) {
    const key = { userId, role };
    if (await transaction.userRole.findUnique({ where: { userId_role: key } })) continue;
    await transaction.userRole.create({ data: key });
    await transaction.providerRole.create({ data: { ...key, issuer } });
  }
}

/** Another provider may give the same role. */
async function takeBack(transaction: Store, key: { userId: string; role: string }): Promise<void> {
  if ((await transaction.providerRole.count({ where: key })) > 0) return;
  await transaction.userRole.deleteMany({ where: key });
}

/** Grants a role for a payment or by an administrator: no provider revokes it, even if it granted it first. */
export async function giveLastingRole(
  transaction: Store,
  role: { userId: string; role: Role },
): Promise<void> {
  await transaction.userRole.upsert({ where: { userId_role: role }, create: role, update: {} });
  await transaction.providerRole.deleteMany({ where: role });
}
