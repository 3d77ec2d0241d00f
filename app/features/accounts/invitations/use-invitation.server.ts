import type { Invitation } from '@prisma/client';
import { hashSecret } from '~/core/server/session.server';
import { parseRole } from '~/core/shared/permissions';
import { writeAudit } from '~/features/audit/index.server';
import type { AccountsDeps } from '../deps.server';
import { giveLastingRole } from '../provider-roles.server';
import { takesInvitations } from '../registration-policy.server';

type Store = Pick<AccountsDeps, 'env' | 'clock'> & {
  prisma: Pick<AccountsDeps['prisma'], 'invitation' | 'invitationUse'>;
};

/** Whether an invitation can still be used. */
export const isOpen = (
  {
    revokedAt,
    expiresAt,
    useCount,
    maxUses,
  }: Pick<Invitation, 'revokedAt' | 'expiresAt' | 'useCount' | 'maxUses'>,
  nowMs: number,
): boolean => revokedAt === null && expiresAt.getTime() > nowMs && useCount < maxUses;

/** The invitation with this secret, if it can still be used. */
export async function findInvitation(
  { env, prisma, clock }: Store,
  secret: string,
): Promise<Invitation | undefined> {
  if (secret === '' || !takesInvitations(env)) return undefined;
  const row = await prisma.invitation.findUnique({ where: { tokenHash: hashSecret(secret) } });
  return row && isOpen(row, clock()) ? row : undefined;
}

/**
 * Uses an invitation for a new account, in the transaction that creates it. False if it can't be used, or not for this
 * address.
 */
export async function claimInvitation(
  store: Store,
  { secret, email, userId }: { secret: string; email: string; userId: string },
): Promise<boolean> {
  const { prisma, clock } = store;
  const invitation = await findInvitation(store, secret);
  const earlier = await prisma.invitationUse.findUnique({ where: { userId } });
  if (earlier) return earlier.invitationId === invitation?.id;
  if (!invitation || (invitation.email !== null && invitation.email !== email)) return false;
  const { id, useCount } = invitation;
  const { count } = await prisma.invitation.updateMany({
    where: { id, useCount },
    data: { useCount: useCount + 1 },
  });
  if (count === 0) return false;
  await prisma.invitationUse.create({ data: { invitationId: id, userId, usedAt: new Date(clock()) } });
  return true;
}

/**
 * Gives the role and the credit of the invitation that a user registered by, once their address is confirmed. The
 * ledger uses its own transaction; after a crash in between, the sweep completes it.
 */
export async function grantInvitation(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'ledger' | 'sessions'>,
  userId: string,
): Promise<void> {
  const { prisma, ledger, sessions, clock } = services;
  const use = await prisma.invitationUse.findUnique({
    where: { userId, grantedAt: null },
    include: { invitation: true, user: true },
  });
  if (!use?.user.emailConfirmedAt || use.user.deletedAt) return;
  const { id, role: roleName, creditMicroUsd, creatorId } = use.invitation;
  if (creditMicroUsd > 0n)
    await ledger.credit({
      userId,
      amountMicroUsd: creditMicroUsd,
      source: 'grant',
      key: `invitation:${id}:${userId}`,
      note: 'Invitation credit',
      actorId: creatorId,
    });
  const role = roleName === null ? undefined : parseRole(roleName);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.invitationUse.updateMany({
      where: { userId, grantedAt: null },
      data: { grantedAt: new Date(clock()) },
    });
    if (count === 0) return;
    if (role) await giveLastingRole(transaction, { userId, role });
    // Credit is for paid models, as when an administrator grants it.
    if (creditMicroUsd > 0n) await giveLastingRole(transaction, { userId, role: 'paiduser' });
    await writeAudit(
      transaction,
      services,
      { userId },
      { action: 'invitation.used', subject: userId, detail: { invitation: id } },
    );
  });
  sessions.forget(userId);
}

/** Completes what a crash interrupted. */
export async function sweepInvitationGrants(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'ledger' | 'sessions'>,
): Promise<void> {
  const waiting = await services.prisma.invitationUse.findMany({
    where: { grantedAt: null, user: { emailConfirmedAt: { not: null }, deletedAt: null } },
    select: { userId: true },
    take: 100,
  });
  for (const { userId } of waiting) await grantInvitation(services, userId);
}
