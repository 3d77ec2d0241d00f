import type { PrismaClient } from '~/core/db/database.server';
import { DAY_MS } from '~/core/shared/clock';
import type { TokenStore } from './account-tokens.server';

/** Someone who has not opened a link by then registers again. */
const KEPT_MS = 30 * DAY_MS;
/** Each costs a login of the address a password check. */
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

/** Keeps what somebody typed to register an unconfirmed address. Nobody has proved anything yet, so earlier ones stay. */
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

/** The newest first. */
export const listPendingRegistrations = (
  { prisma, clock }: { prisma: Pick<PrismaClient, 'pendingRegistration'>; clock: TokenStore['clock'] },
  userId: string,
): Promise<Registration[]> =>
  prisma.pendingRegistration.findMany({
    where: { userId, createdAt: { gt: new Date(clock() - KEPT_MS) } },
    orderBy: { createdAt: 'desc' },
  });

/**
 * Confirms an address, and settles its pending registrations. The account takes a password from the registration whose
 * own link was opened, and only if there was no other: nobody can tell which of several the owner typed.
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
