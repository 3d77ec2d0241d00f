import type { Prisma } from '@prisma/client';
import { syncPlanRole } from '~/features/accounts/index.server';
import { parseRank, roleOf } from './team-terms';

type Transaction = Prisma.TransactionClient;

/** The owner's plan, which the team depends on. */
export interface TeamPlan {
  plan: string;
  seats: number;
  isOn: boolean;
}

/**
 * Syncs a team with its owner's plan. The team is created with the first plan and stays, inactive, when the plan ends,
 * so that a later plan finds it again. Returns users whose roles changed: the caller invalidates their sessions after
 * its commit.
 */
export async function syncTeam(
  transaction: Transaction,
  { userId, ...plan }: TeamPlan & { userId: string },
  nowMs: number,
): Promise<string[]> {
  const existing = await transaction.team.findUnique({ where: { userId }, select: { id: true } });
  if (!existing && !plan.isOn) return [];
  const owner = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { firstName: true },
  });
  const name = owner.firstName === '' ? 'My team' : `${owner.firstName}’s team`;
  const { id } = await transaction.team.upsert({
    where: { userId },
    create: { userId, name, createdAt: BigInt(nowMs), ...plan },
    update: plan,
  });
  return assignSeats(transaction, id);
}

/** Assigns seats: to the owner first, then by join date. A seat grants its role; losing it revokes the role. */
export async function assignSeats(transaction: Transaction, teamId: string): Promise<string[]> {
  const team = await transaction.team.findUniqueOrThrow({ where: { id: teamId } });
  const members = await transaction.teamMember.findMany({
    where: { teamId },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
  });
  const changed: string[] = [];
  for (const [index, { userId, rank, givenRole: given, hasSeat: had }] of members.entries()) {
    const hasSeat = team.isOn && index + 1 < team.seats;
    const wanted = hasSeat ? roleOf(team.plan, parseRank(rank)) : null;
    const givenRole = await syncPlanRole(transaction, { userId, given, wanted });
    if (givenRole === given && hasSeat === had) continue;
    await transaction.teamMember.update({ where: { userId }, data: { hasSeat, givenRole } });
    changed.push(userId);
  }
  return changed;
}
