import type { Prisma } from '@prisma/client';
import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { parseRoles, ROLES, type Role } from '~/core/shared/permissions';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Actor } from '~/core/server/session.server';
import { closeAccount, isLastAdministrator, readRequiredRoles } from '~/features/accounts/index.server';
import { writeAudit } from '~/features/audit/index.server';
import { endPlansOfSuspended } from '~/features/subscriptions/index.server';
import type { AdminDeps } from './deps.server';
import type { AdminUser, AdminUsers } from './responses';
import type { UserSort, UsersQuery } from './schema';

/** Per administrator: each search scans the index of all users. */
export const USER_SEARCH_RATE_LIMIT: RateLimit = {
  name: 'user-search',
  points: 240,
  perSeconds: 60,
  message: 'Too many searches.',
};

const COLUMNS = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  createdAt: true,
  lastLoginAt: true,
  emailConfirmedAt: true,
  suspendedAt: true,
  roles: { select: { role: true } },
  authenticator: { select: { enabledAt: true } },
} as const satisfies Prisma.UserSelect;

type Row = Prisma.UserGetPayload<{ select: typeof COLUMNS }>;

const COLUMN_OF_SORT = {
  registrationDate: 'createdAt',
  lastLoginDate: 'lastLoginAt',
  email: 'email',
} as const satisfies Record<UserSort, string>;

/** All accounts except deleted ones. */
export async function listUsers(
  { prisma, userSearch, clock }: Pick<AdminDeps, 'clock' | 'prisma' | 'userSearch'>,
  { page, pageSize, search, joined, sort, order }: UsersQuery,
): Promise<AdminUsers> {
  const { total, ids } = await userSearch.find({
    search,
    since: joined && new Date(clock() - Number(joined) * DAY_MS),
    sort: COLUMN_OF_SORT[sort],
    isDescending: order === 'desc',
    page,
    pageSize,
  });
  const rows = await prisma.user.findMany({ where: { id: { in: ids } }, select: COLUMNS });
  const byId = new Map(rows.map((row) => [row.id, describeUser(row)]));
  return { users: ids.flatMap((id) => byId.get(id) ?? []), total, page, pageSize };
}

export async function readUsersPage(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'userSearch' | 'preferences'>,
  actor: Actor,
  query: UsersQuery,
) {
  const [list, secondFactorRoles, { PreferredTimezone }] = await Promise.all([
    listUsers(services, query),
    readRequiredRoles(services),
    services.preferences.read(actor.userId),
  ]);
  return {
    ...list,
    secondFactorRoles,
    ownId: actor.userId,
    timeZone: PreferredTimezone,
    now: new Date(services.clock()).toISOString(),
  };
}

/**
 * Suspends an account: ends its sessions, completions, runs and streams at once; its plan ends with the paid period.
 */
export async function suspendUser(
  services: Pick<
    AdminDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'sessions'
    | 'inFlightRequests'
    | 'paymentMutex'
    | 'stripe'
    | 'baiql'
    | 'runningCompletions'
    | 'ledger'
  >,
  actor: Actor,
  userId: string,
): Promise<AdminUser> {
  if (userId === actor.userId) {
    throw new DomainError('conflict', 'You can’t suspend your own account.', {
      code: 'cannot_suspend_yourself',
    });
  }
  const user = await changeUser(services, actor, userId, {
    action: 'user.suspended',
    data: { suspendedAt: new Date(services.clock()) },
    endsAdministration: true,
  });
  await closeAccount(services, actor, userId, () => Promise.resolve());
  await endPlansOfSuspended(services);
  return user;
}

export const unsuspendUser = (
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'sessions'>,
  actor: Actor,
  userId: string,
): Promise<AdminUser> =>
  changeUser(services, actor, userId, { action: 'user.unsuspended', data: { suspendedAt: null } });

/** Ends all sessions of an account, including scripts. It can log in again at once. */
export async function endUserSessions(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'sessions'>,
  actor: Actor,
  userId: string,
): Promise<AdminUser> {
  const user = await changeUser(services, actor, userId, { action: 'user.sessions-ended', data: {} });
  await services.sessions.endAll(userId, userId === actor.userId ? { except: actor.sessionId } : {});
  return user;
}

/**
 * Sets an account's roles. With `shown`, changes only the differences, so that a role added by a payment while the form
 * was open is kept.
 * @throws DomainError `last_administrator`
 */
export async function changeRoles(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'sessions'>,
  actor: Actor,
  { userId, roles, shown }: { userId: string; roles: readonly Role[]; shown?: readonly Role[] },
): Promise<AdminUser> {
  const given = [...new Set(roles)].filter((role) => !shown?.includes(role));
  const taken = (shown ?? ROLES).filter((role) => !roles.includes(role));
  return changeUser(services, actor, userId, {
    action: 'user.roles',
    data: {
      roles: {
        deleteMany: { role: { in: [...given, ...taken] } },
        create: given.map((role) => ({ role })),
      },
    },
    detail: { roles },
    endsAdministration: taken.includes('admin'),
  });
}

interface UserChange {
  action: string;
  data: Prisma.UserUpdateInput;
  detail?: object;
  /** The change ends the account's administrator access. */
  endsAdministration?: boolean;
}

/** Applies the change with its audit event in one transaction, and forgets cached sessions. */
async function changeUser(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'sessions'>,
  actor: Actor,
  userId: string,
  { action, data, detail, endsAdministration = false }: UserChange,
): Promise<AdminUser> {
  const row = await services.prisma.$transaction(async (transaction) => {
    const found = await transaction.user.findFirst({
      where: { id: userId, deletedAt: null },
      select: { id: true },
    });
    if (!found) throw new DomainError('not-found', 'There is no such user.', { code: 'no_such_user' });
    if (endsAdministration && (await isLastAdministrator({ prisma: transaction }, userId))) {
      throw new DomainError(
        'conflict',
        'This is the only administrator. Make someone else an administrator first.',
        { code: 'last_administrator' },
      );
    }
    await writeAudit(transaction, services, actor, { action, subject: userId, detail });
    return transaction.user.update({ where: { id: userId }, data, select: COLUMNS });
  });
  services.sessions.forget(userId);
  return describeUser(row);
}

const describeUser = (row: Row): AdminUser => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  roles: parseRoles(row.roles.map(({ role }) => role)),
  registrationDate: row.createdAt.toISOString(),
  lastLoginDate: row.lastLoginAt?.toISOString() ?? null,
  emailConfirmed: row.emailConfirmedAt !== null,
  isLockedOut: row.suspendedAt !== null,
  hasAuthenticator: Boolean(row.authenticator?.enabledAt),
});
