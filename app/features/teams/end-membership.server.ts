import type { Prisma, TeamMember } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import { syncPlanRole } from '~/features/accounts/index.server';
import { writeAudit } from '~/features/audit/index.server';
import type { TeamsDeps } from './deps.server';
import { assignSeats } from './sync-team.server';
import { noSuchMember } from './find-team.server';

/**
 * Ends a membership, revokes the role it granted, and unshares the member's prompts, which stay theirs. The caller
 * removes the budget, which is in the ledger. Returns users whose roles changed.
 */
export async function endMembership(
  transaction: Prisma.TransactionClient,
  services: Pick<TeamsDeps, 'clock'>,
  actor: UserRef,
  { userId, teamId, givenRole }: TeamMember,
  action: 'team.removed' | 'team.left',
): Promise<string[]> {
  const { count } = await transaction.teamMember.deleteMany({ where: { userId, teamId } });
  if (count === 0) throw noSuchMember();
  await syncPlanRole(transaction, { userId, given: givenRole, wanted: null });
  await transaction.savedPrompt.updateMany({ where: { userId, teamId }, data: { teamId: null } });
  await writeAudit(transaction, services, actor, { action, subject: userId, detail: { teamId } });
  return [userId, ...(await assignSeats(transaction, teamId))];
}

/** Call before `leaveForOwnPlan`: a crash leaves a member without a budget rather than a plan's owner with one. */
export async function clearBudgetInOtherTeam(
  { prisma, ledger }: Pick<TeamsDeps, 'prisma' | 'ledger'>,
  userId: string,
): Promise<void> {
  const member = await prisma.teamMember.findUnique({ where: { userId } });
  if (member) await ledger.setMonthlyCap(userId, null);
}

/**
 * Owners of a plan can't be in another team; they may have joined one while the plan was waiting for a payment. Returns
 * users whose roles changed; empty if they were in no team.
 */
export async function leaveForOwnPlan(
  transaction: Prisma.TransactionClient,
  services: Pick<TeamsDeps, 'clock'>,
  owner: UserRef,
): Promise<string[]> {
  const member = await transaction.teamMember.findUnique({ where: { userId: owner.userId } });
  return member ? endMembership(transaction, services, owner, member, 'team.left') : [];
}
