import type { Team } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { TeamsDeps } from './deps.server';
import { parseRank, type TeamRank } from './team-terms';

export interface OwnTeam {
  team: Team;
  rank: TeamRank;
  /** Roles, shared prompts and invitations apply. */
  hasSeat: boolean;
}

/** Also accepts a transaction. */
type Db = { prisma: Pick<TeamsDeps['prisma'], 'team' | 'teamMember'> };

/** The team that the user owns, or else belongs to. */
export async function findTeam({ prisma }: Db, { userId }: UserRef): Promise<OwnTeam | undefined> {
  const own = await prisma.team.findUnique({ where: { userId } });
  if (own?.isOn) return { team: own, rank: 'owner', hasSeat: true };
  const membership = await prisma.teamMember.findUnique({ where: { userId }, include: { team: true } });
  if (membership) {
    return { team: membership.team, rank: parseRank(membership.rank), hasSeat: membership.hasSeat };
  }
  return own ? { team: own, rank: 'owner', hasSeat: false } : undefined;
}

/** Looks up users with a seat in a team with an active plan. */
export interface Seats {
  has(userId: string): Promise<boolean>;
}

/** The team whose shared prompts the user sees, and can share prompts with. */
export async function findSharingTeam(services: Db, someone: UserRef): Promise<Team | undefined> {
  const found = await findTeam(services, someone);
  return found?.hasSeat ? found.team : undefined;
}

/** The team that the user manages. @throws not found for everyone else */
export async function requireManaged(services: Db, someone: UserRef): Promise<OwnTeam> {
  const found = await findTeam(services, someone);
  if (!found?.hasSeat || found.rank === 'member') {
    throw new DomainError('forbidden', 'Only the owner and admins of a team can do this.', {
      code: 'not_team_admin',
    });
  }
  return found;
}

export const ownerOnly = (): DomainError =>
  new DomainError('forbidden', 'Only the owner of the team can do this.', { code: 'not_team_owner' });

export const noSuchMember = (): DomainError =>
  new DomainError('not-found', 'This person is no longer on your team.', { code: 'no_such_member' });
