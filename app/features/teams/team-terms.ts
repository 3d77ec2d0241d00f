import type { Role } from '~/core/shared/permissions';

/** What somebody whom the owner invited can be in a team. */
export const RANKS = ['member', 'admin'] as const;
export type Rank = (typeof RANKS)[number];
/** The owner pays for the plan, and is in no list of members. */
export type TeamRank = Rank | 'owner';

export const RANK_LABELS: Readonly<Record<TeamRank, string>> = {
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
};

const ROLES: Readonly<Record<string, Readonly<Record<Rank, Role>>>> = {
  team: { member: 'teamuser', admin: 'teamadmin' },
  enterprise: { member: 'enterpriseuser', admin: 'enterpriseadmin' },
};

/** The role that a seat gives. */
export const roleOf = (plan: string, rank: Rank): Role | null => ROLES[plan]?.[rank] ?? null;

export const parseRank = (text: string): Rank => RANKS.find((rank) => rank === text) ?? 'member';

export const INVITATION_DAYS = 7;
/** Lists end at page 100, and a plan has up to 10,000 seats: each of its people is on a page. */
export const MEMBERS_A_PAGE = 100;
/** Dollars: more than this is a mistype. */
export const MAX_BUDGET_DOLLARS = 100_000;

/** The forms of the team's page. */
export type TeamIntent = 'invite' | 'revoke' | 'rank' | 'budget' | 'remove' | 'leave' | 'rename';
