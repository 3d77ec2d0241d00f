import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import { syncPlanRole } from '~/features/accounts/index.server';
import type { TeamsDeps } from './deps.server';
import { assignSeats } from './sync-team.server';

/**
 * Teams in account export and deletion. A deleted owner's team ends: its members lose the granted roles and keep their
 * prompts. A free seat goes to the next member without one.
 */
export function teamData(
  services: Pick<TeamsDeps, 'prisma' | 'ledger'> & { forgetSession: (userId: string) => void },
): PersonalData {
  const { prisma, ledger, forgetSession } = services;
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      const [team, membership] = await Promise.all([
        prisma.team.findUnique({ where: { userId }, omit: { userId: true } }),
        prisma.teamMember.findUnique({ where: { userId }, include: { team: { select: { name: true } } } }),
      ]);
      yield textFile(
        'team.json',
        pretty({
          own: team && { ...team, createdAt: dateOf(team.createdAt) },
          membership: membership && {
            team: membership.team.name,
            rank: membership.rank,
            joinedAt: dateOf(membership.joinedAt),
          },
        }),
      );
    },
    remove: async (userId: string): Promise<void> => {
      const { members, others } = await prisma.$transaction(async (transaction) => {
        // Inside the transaction, because someone may just have joined.
        const people = await transaction.teamMember.findMany({ where: { team: { userId } } });
        for (const { userId: memberId, givenRole } of people) {
          await syncPlanRole(transaction, { userId: memberId, given: givenRole, wanted: null });
        }
        await transaction.team.deleteMany({ where: { userId } });
        const membership = await transaction.teamMember.findUnique({ where: { userId } });
        await transaction.teamMember.deleteMany({ where: { userId } });
        return {
          members: people.map((member) => member.userId),
          others: membership ? await assignSeats(transaction, membership.teamId) : [],
        };
      });
      [...members, ...others].forEach(forgetSession);
      for (const memberId of members) await ledger.setMonthlyCap(memberId, null);
    },
  };
}

const dateOf = (atMs: bigint): string => new Date(Number(atMs)).toISOString();
