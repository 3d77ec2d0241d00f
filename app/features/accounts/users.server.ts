import type { PrismaClient } from '~/core/db/database.server';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { parseRoles, type Role } from '~/core/shared/permissions';
import type { UserInfo } from './schema';

export interface User {
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

/** The account was deleted or suspended after the session was looked up. */
export const sessionEnded = (): DomainError =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.', {
    code: 'session_ended',
  });

type Key = { email: string } | { id: string } | { googleSubject: string };

type UserStore = { prisma: Pick<PrismaClient, 'user'> };

/** Excludes deleted and suspended users. */
export async function findUser(store: UserStore, where: Key): Promise<User | undefined> {
  const user = await findUserOrSuspended(store, where);
  return user?.suspendedAt ? undefined : user;
}

/** Like `findUser`, but includes suspended users. */
export async function findUserOrSuspended(
  { prisma }: UserStore,
  where: Key,
): Promise<(User & { suspendedAt: Date | null }) | undefined> {
  const row = await prisma.user.findUnique({ where, include: { roles: true } });
  if (!row || row.deletedAt) return undefined;
  return { ...row, roles: parseRoles(row.roles.map(({ role }) => role)) };
}

/** The user's own account, as the API returns it. */
export const describeUser = (user: User): UserInfo => ({
  id: user.id,
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  roles: user.roles,
  registrationDate: user.createdAt.toISOString(),
  lastLoginDate: user.lastLoginAt?.toISOString() ?? null,
  emailConfirmed: user.emailConfirmedAt !== null,
});

/** Like `describeUser`, without a query: the session has all fields, and only confirmed users have sessions. */
export const getUserInfo = (actor: Actor): UserInfo => ({
  id: actor.userId,
  userId: actor.userId,
  firstName: actor.firstName,
  lastName: actor.lastName,
  email: actor.email,
  roles: [...actor.roles],
  registrationDate: actor.registrationDate,
  lastLoginDate: actor.lastLoginDate,
  emailConfirmed: true,
});
