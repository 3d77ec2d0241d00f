import type { PrismaClient } from '~/core/db/database.server';
import { parseRoles, type Role } from '~/core/shared/permissions';

/** A person as the account use cases see one. */
export interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  roles: Role[];
  passwordHash: string | null;
  googleSubject: string | null;
  passwordChangedAt: Date | null;
  emailConfirmedAt: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

type Key = { email: string } | { id: string } | { googleSubject: string };

/** Deleted and suspended people are not found. */
export async function findPerson(
  { prisma }: { prisma: Pick<PrismaClient, 'user'> },
  where: Key,
): Promise<Person | undefined> {
  const row = await prisma.user.findUnique({ where, include: { roles: true } });
  if (!row || row.deletedAt || row.suspendedAt) return undefined;
  return { ...row, roles: parseRoles(row.roles.map(({ role }) => role)) };
}
