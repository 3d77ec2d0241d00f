import type { PrismaClient } from '~/core/db/app-database';
import { DAY_MS } from '~/core/shared/clock';
import type { TokenStore } from './account-tokens.server';

/** After this, users have to register again. */
const KEPT_MS = 30 * DAY_MS;
/** Each pending registration adds a password check to the address's logins. */
const MAX_PENDING = 5;

interface Registration {
  id: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  createdAt: Date;
}

type RegistrationStore = TokenStore & { prisma: Pick<PrismaClient, 'pendingRegistration'> };
type UserStore = RegistrationStore & { prisma: Pick<PrismaClient, 'user'> };

/** Stores a registration for an unconfirmed address. Earlier ones are kept, because none has been verified. */
export async function addPendingRegistration(
  { prisma, clock }: RegistrationStore,
  registration: Omit<Registration, 'id' | 'createdAt'> & { userId: string },
): Promise<string> {
  const { userId } = registration;
  const { id } = await prisma.pendingRegistration.create({
    data: { ...registration, createdAt: new Date(clock()) },
  });
  const older = { where: { userId }, orderBy: { createdAt: 'desc' }, skip: MAX_PENDING } as const;
  const dropped = await prisma.pendingRegistration.findMany({ ...older, select: { id: true } });
  await prisma.pendingRegistration.deleteMany({ where: { id: { in: dropped.map((each) => each.id) } } });
  return id;
}

/** Newest first. */
export const listPendingRegistrations = (
  { prisma, clock }: { prisma: Pick<PrismaClient, 'pendingRegistration'>; clock: TokenStore['clock'] },
  userId: string,
): Promise<Registration[]> =>
  prisma.pendingRegistration.findMany({
    where: { userId, createdAt: { gt: new Date(clock() - KEPT_MS) } },
    orderBy: { createdAt: 'desc' },
  });

/**
 * Confirms an address and removes its pending registrations. The account takes the password of the registration whose
 * link was opened, but only if it was the only one: otherwise it is unknown which of them is the owner's.
 */
export async function confirmAddress(
  store: UserStore,
  userId: string,
  openedRegistrationId: string | null = null,
): Promise<void> {
  const { prisma, clock } = store;
  const pending = await listPendingRegistrations(store, userId);
  const opened = pending.find(({ id }) => id === openedRegistrationId);
  const named = opened ?? pending[0];
  const now = new Date(clock());
  await prisma.user.updateMany({
    where: { id: userId, emailConfirmedAt: null },
    data: {
      emailConfirmedAt: now,
      ...(named && { firstName: named.firstName, lastName: named.lastName }),
      ...(opened &&
        pending.length === 1 && {
          passwordHash: opened.passwordHash,
          passwordChangedAt: opened.createdAt,
        }),
    },
  });
  await prisma.pendingRegistration.deleteMany({ where: { userId } });
  await prisma.accountToken.updateMany({
    where: { userId, purpose: 'confirm-email', usedAt: null },
    data: { usedAt: now },
  });
}

export async function sweepPendingRegistrations({ prisma, clock }: RegistrationStore): Promise<void> {
  await prisma.pendingRegistration.deleteMany({
    where: { createdAt: { lte: new Date(clock() - KEPT_MS) } },
  });
}
