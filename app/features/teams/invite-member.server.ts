import { randomUUID } from 'node:crypto';
import type { Team } from '@prisma/client';
import { DAY_MS, HOUR_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { hashSecret, type Actor } from '~/core/server/session.server';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { ACCOUNT_RATE_LIMITS } from '~/features/accounts/index.server';
import { writeAudit } from '~/features/audit/index.server';
import { queueRequestedMail, sendQueuedMail } from '~/features/mails/index.server';
import type { TeamsDeps } from './deps.server';
import { ownerOnly, requireManaged } from './find-team.server';
import { invitationSecret } from './team-mails.server';
import { INVITATION_DAYS, type Rank } from './team-terms';

export const INVITE_RATE_LIMIT: RateLimit = {
  name: 'team-invite',
  points: 100,
  perSeconds: HOUR_MS / 1000,
  message: 'You’ve invited many people this hour.',
};

/** Mails an invitation. Inviting the same address again replaces the invitation and its link. */
export async function inviteMember(
  services: TeamsDeps,
  actor: Actor,
  { email, rank }: { email: string; rank: Rank },
): Promise<{ message: string }> {
  const { prisma, clock, rateLimits } = services;
  const { team, rank: own } = await requireManaged(services, actor);
  if (rank === 'admin' && own !== 'owner') throw ownerOnly();
  await assertNotInTeam(services, team, email);
  await rateLimits.take(ACCOUNT_RATE_LIMITS.mailTo, email);
  const id = randomUUID();
  const mail = { userId: actor.userId, kind: 'team-invitation', about: id } as const;
  const nowMs = clock();
  await prisma.$transaction(async (transaction) => {
    const teamId = team.id;
    const where = { teamId_email: { teamId, email } };
    await transaction.teamInvitation.deleteMany({ where: { teamId, expiresAt: { lte: BigInt(nowMs) } } });
    const members = await transaction.teamMember.count({ where: { teamId } });
    const invited = await transaction.teamInvitation.count({ where: { teamId, email: { not: email } } });
    if (1 + members + invited >= team.seats) throw noSeatLeft(team.seats);
    const invitation = {
      id,
      rank,
      tokenHash: hashSecret(invitationSecret(services, id)),
      createdAt: BigInt(nowMs),
      expiresAt: BigInt(nowMs + INVITATION_DAYS * DAY_MS),
    };
    await transaction.teamInvitation.upsert({
      where,
      create: { teamId, email, ...invitation },
      update: invitation,
    });
    await writeAudit(transaction, services, actor, { action: 'team.invited', subject: teamId });
    await queueRequestedMail({ ...services, prisma: transaction }, mail);
  });
  const outcome = await sendQueuedMail(services, mail);
  if (outcome === 'refused') {
    // The mailbox doesn't exist, so the invitation would only occupy a seat.
    await prisma.teamInvitation.deleteMany({ where: { id } });
    await prisma.mail.deleteMany({ where: mail });
    throw noSuchMailbox(email);
  }
  return { message: toldOf(services, email, outcome) };
}

function toldOf({ env }: Pick<TeamsDeps, 'env'>, email: string, outcome: 'sent' | 'waiting'): string {
  if (outcome === 'waiting')
    return `The mail server didn’t take the invitation to ${email} yet. We’ll keep trying for three days.`;
  return env.SMTP_URL === undefined ? `Invitation created for ${email}.` : `Invitation sent to ${email}.`;
}

export async function revokeInvitation(
  services: Pick<TeamsDeps, 'prisma'>,
  actor: Actor,
  { invitationId: id }: { invitationId: string },
): Promise<{ message: string }> {
  const { team } = await requireManaged(services, actor);
  const { count } = await services.prisma.teamInvitation.deleteMany({ where: { id, teamId: team.id } });
  if (count === 0) {
    throw new DomainError('not-found', 'This invitation is no longer open.', { code: 'no_such_invitation' });
  }
  return { message: 'Invitation withdrawn.' };
}

async function assertNotInTeam(
  { prisma }: Pick<TeamsDeps, 'prisma'>,
  team: Team,
  email: string,
): Promise<void> {
  const isInIt = await prisma.user.count({
    where: { email, deletedAt: null, OR: [{ id: team.userId }, { membership: { teamId: team.id } }] },
  });
  if (isInIt > 0) {
    throw new DomainError('conflict', 'This person is already on your team.', {
      code: 'already_member',
      field: 'email',
    });
  }
}

const noSeatLeft = (seats: number): DomainError =>
  new DomainError(
    'conflict',
    `All ${String(seats)} seats are taken or reserved. Remove someone, withdraw an invitation, or add seats to your plan.`,
    { code: 'no_seat_left' },
  );

const noSuchMailbox = (email: string): DomainError =>
  new DomainError('invalid', `There’s no mailbox at ${email}. Check the address.`, {
    code: 'no_such_mailbox',
    field: 'email',
  });

/**
 * Deletes invitations that expired some time ago; until then, team admins see that they were not accepted. Runs hourly.
 */
export async function sweepInvitations({
  prisma,
  clock,
}: Pick<TeamsDeps, 'clock' | 'prisma'>): Promise<void> {
  const longAgo = BigInt(clock() - INVITATION_DAYS * DAY_MS);
  await prisma.teamInvitation.deleteMany({ where: { expiresAt: { lt: longAgo } } });
}
