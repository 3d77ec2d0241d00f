import { DomainError } from '~/core/shared/errors';
import { fullName } from '~/core/shared/full-name';
import { hashSecret, type Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { TeamsDeps } from './deps.server';
import { assignSeats } from './sync-team.server';
import { findTeam } from './find-team.server';

/** The team of an invitation, which is only valid for the address it was sent to. */
export async function readInvitation(
  services: Pick<TeamsDeps, 'clock' | 'prisma'>,
  actor: Actor,
  { token }: { token: string },
) {
  const invitation = await services.prisma.teamInvitation.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { team: { include: { owner: { select: { firstName: true, lastName: true } } } } },
  });
  if (!invitation || invitation.expiresAt <= BigInt(services.clock()) || !invitation.team.isOn) {
    throw invitationOver();
  }
  if (invitation.email !== actor.email) {
    throw new DomainError(
      'forbidden',
      `This invitation was sent to ${invitation.email}. Log out, then log in with that address to join.`,
      { code: 'invitation_for_other' },
    );
  }
  const { id, team, rank } = invitation;
  return { id, teamId: team.id, teamName: team.name, ownerName: fullName(team.owner), rank };
}

/** Joins a team. The invitation can be used once. */
export async function joinTeam(
  services: Pick<TeamsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>,
  actor: Actor,
  input: { token: string },
): Promise<{ message: string }> {
  const { id, teamId, teamName, rank } = await readInvitation(services, actor, input);
  const { prisma, ledger, clock, sessions } = services;
  const { userId } = actor;
  const changed = await prisma.$transaction(async (transaction) => {
    // Inside the transaction, because the user may open two invitations at once.
    await assertNoOtherTeam(transaction, actor);
    const { count } = await transaction.teamInvitation.deleteMany({ where: { id } });
    if (count === 0) throw invitationOver();
    const team = await transaction.team.findUniqueOrThrow({ where: { id: teamId } });
    const members = await transaction.teamMember.count({ where: { teamId } });
    if (1 + members >= team.seats) {
      throw new DomainError('conflict', 'This team has no seats left. Ask its owner to add one.', {
        code: 'no_seat_left',
      });
    }
    await transaction.teamMember.create({
      data: { userId, teamId, rank, joinedAt: BigInt(clock()), hasSeat: false },
    });
    await writeAudit(transaction, services, actor, { action: 'team.joined', subject: teamId });
    return assignSeats(transaction, teamId);
  });
  for (const each of changed) sessions.forget(each);
  // Removes a budget of an earlier team, such as one set just as they left it.
  await ledger.setMonthlyCap(userId, null);
  return { message: `You joined ${teamName}.` };
}

async function assertNoOtherTeam(
  prisma: Parameters<typeof findTeam>[0]['prisma'],
  actor: Actor,
): Promise<void> {
  const present = await findTeam({ prisma }, actor);
  if (!present || (present.rank === 'owner' && !present.hasSeat)) return;
  throw new DomainError(
    'conflict',
    present.rank === 'owner'
      ? 'You have your own team. Cancel its plan, and join another once it has ended.'
      : `You’re on ${present.team.name}. Leave it before you join another team.`,
    { code: 'already_in_team' },
  );
}

const invitationOver = (): DomainError =>
  new DomainError(
    'not-found',
    'This invitation is no longer valid. It may have been used, withdrawn or expired. Ask for a new one.',
    { code: 'invitation_over' },
  );
