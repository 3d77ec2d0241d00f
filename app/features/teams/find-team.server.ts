import type { Team } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { parseRank, type TeamRank } from './team-terms';

export interface OwnTeam {
  team: Team;
  rank: TeamRank;
  /** Roles, shared prompts and invitations count. */
  hasSeat: boolean;
}

type Db = Pick<Services, 'prisma'>;
type Someone = Pick<Actor, 'userId'>;

/** The team that somebody owns, or else the one that they belong to. */
export async function findTeam({ prisma }: Db, { userId }: Someone): Promise<OwnTeam | undefined> {
  const own = await prisma.team.findUnique({ where: { userId } });
  if (own?.isOn) return { team: own, rank: 'owner', hasSeat: true };
  const membership = await prisma.teamMember.findUnique({ where: { userId }, include: { team: true } });
  if (membership) {
    return { team: membership.team, rank: parseRank(membership.rank), hasSeat: membership.hasSeat };
  }
  return own ? { team: own, rank: 'owner', hasSeat: false } : undefined;
}

/** Whether somebody is in a team whose plan is on, with a seat of it. Asked before every paid call, so without Prisma. */
export const hasSeat = ({ connection }: Pick<Services, 'connection'>, userId: string): boolean =>
  connection.prepare('SELECT 1 FROM team_member WHERE user_id = ? AND has_seat').get(userId) !== undefined;

/** The team whose shared prompts somebody sees, and shares their own with. */
export async function findSharingTeam(services: Db, someone: Someone): Promise<Team | undefined> {
  const found = await findTeam(services, someone);
  return found?.hasSeat ? found.team : undefined;
}

/** The team that somebody looks after. To everybody else there is nothing to look after. */
export async function requireManaged(services: Db, someone: Someone): Promise<OwnTeam> {
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
  new DomainError('not-found', 'This person isn’t in your team anymore.', { code: 'no_such_member' });
