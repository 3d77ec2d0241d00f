import type { Prisma } from '@prisma/client';
import type { PrismaClient } from '~/core/db/app-database';
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
  /** Accounts at sign-in providers that open this one. */
  providerLinks: readonly { issuer: string; subject: string }[];
  passkeyCount: number;
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

export const accountSuspended = (): DomainError =>
  new DomainError('forbidden', 'This account is suspended. Contact this server’s administrator.', {
    code: 'account_suspended',
  });

type Key = { email: string } | { id: string };

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
  const row = await prisma.user.findUnique({ where, include: WITH_RELATIONS });
  return row && !row.deletedAt ? toUser(row) : undefined;
}

const WITH_RELATIONS = {
  roles: true,
  providerLinks: { select: { issuer: true, subject: true } },
  _count: { select: { passkeys: true } },
} as const satisfies Prisma.UserInclude;

const toUser = (row: Prisma.UserGetPayload<{ include: typeof WITH_RELATIONS }>) => ({
  ...row,
  passkeyCount: row._count.passkeys,
  roles: parseRoles(row.roles.map(({ role }) => role)),
});

/** The user that an identity at a provider is linked to, including suspended users. */
export async function findUserByIdentity(
  { prisma }: { prisma: Pick<PrismaClient, 'providerLink'> },
  { issuer, subject }: { issuer: string; subject: string },
): Promise<(User & { suspendedAt: Date | null }) | undefined> {
  const link = await prisma.providerLink.findUnique({
    where: { issuer_subject: { issuer, subject } },
    include: { user: { include: WITH_RELATIONS } },
  });
  return link && !link.user.deletedAt ? toUser(link.user) : undefined;
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
