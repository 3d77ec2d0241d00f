import type { Prisma, TeamMember } from '@prisma/client';
import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { TeamsDeps } from './deps.server';
import { assignSeats } from './sync-team.server';
import { endMembership } from './end-membership.server';
import { findTeam, noSuchMember, ownerOnly, requireManaged } from './find-team.server';
import type { Rank } from './team-terms';

type Deps = Pick<TeamsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>;

interface ChangeResult {
  message: string;
}

/** Promotes a member to team admin, or demotes an admin. Only the owner may. */
export async function changeRank(
  services: Pick<TeamsDeps, 'clock' | 'prisma' | 'sessions'>,
  actor: Actor,
  { userId, rank }: { userId: string; rank: Rank },
): Promise<ChangeResult> {
  const { team, rank: own } = await requireManaged(services, actor);
  if (own !== 'owner') throw ownerOnly();
  await changeTeam(services, async (transaction) => {
    const where = { userId, teamId: team.id };
    const { count } = await transaction.teamMember.updateMany({ where, data: { rank } });
    if (count === 0) throw noSuchMember();
    await writeAudit(transaction, services, actor, {
      action: 'team.rank',
      subject: userId,
      detail: { rank },
    });
    return assignSeats(transaction, team.id);
  });
  return { message: rank === 'admin' ? 'This person is now an admin.' : 'This person is now a member.' };
}

/** Limits a member's monthly spending; null removes the limit. Enforced by the ledger's holds. */
export async function setBudget(
  services: Pick<TeamsDeps, 'clock' | 'prisma' | 'ledger'>,
  actor: Actor,
  { userId, budget }: { userId: string; budget?: number | undefined },
): Promise<ChangeResult> {
  const { team, member } = await requireManagedMember(services, actor, userId);
  const cents = budget === undefined ? null : Math.round(budget * 100);
  await services.prisma.$transaction((transaction) =>
    writeAudit(transaction, services, actor, {
      action: 'team.budget',
      subject: member.userId,
      detail: { teamId: team.id, budgetCents: cents },
    }),
  );
  await services.ledger.setMonthlyCap(
    member.userId,
    cents === null ? null : BigInt(cents) * MICRO_USD_PER_CENT,
  );
  return { message: cents === null ? 'Budget removed.' : 'Budget saved.' };
}

export async function removeMember(
  services: Deps,
  actor: Actor,
  { userId }: { userId: string },
): Promise<ChangeResult> {
  const { member } = await requireManagedMember(services, actor, userId);
  await endWithBudget(services, actor, member, 'team.removed');
  return { message: 'Removed from the team.' };
}

export async function leaveTeam(services: Deps, actor: Actor): Promise<ChangeResult> {
  const member = await services.prisma.teamMember.findUnique({ where: { userId: actor.userId } });
  if (!member) throw noSuchMember();
  await endWithBudget(services, actor, member, 'team.left');
  return { message: 'You left the team.' };
}

export async function renameTeam(
  services: Pick<TeamsDeps, 'prisma'>,
  actor: Actor,
  { name }: { name: string },
): Promise<ChangeResult> {
  const found = await findTeam(services, actor);
  if (found?.rank !== 'owner') throw ownerOnly();
  await services.prisma.team.update({ where: { id: found.team.id }, data: { name } });
  return { message: 'Team renamed.' };
}

/** Admins manage members; only the owner manages admins. */
async function requireManagedMember(services: Pick<TeamsDeps, 'prisma'>, actor: Actor, userId: string) {
  const { team, rank } = await requireManaged(services, actor);
  const member = await services.prisma.teamMember.findFirst({ where: { userId, teamId: team.id } });
  if (!member) throw noSuchMember();
  if (rank !== 'owner' && member.rank === 'admin') throw ownerOnly();
  return { team, member };
}

/** The budget goes first: a crash leaves a member without a budget rather than a former member with one. */
async function endWithBudget(
  services: Deps,
  actor: Actor,
  member: TeamMember,
  action: 'team.removed' | 'team.left',
): Promise<void> {
  await services.ledger.setMonthlyCap(member.userId, null);
  await changeTeam(services, (transaction) => endMembership(transaction, services, actor, member, action));
}

async function changeTeam(
  { prisma, sessions }: Pick<TeamsDeps, 'prisma' | 'sessions'>,
  change: (transaction: Prisma.TransactionClient) => Promise<string[]>,
): Promise<void> {
  for (const userId of await prisma.$transaction(change)) sessions.forget(userId);
}
