import type { Role } from '~/core/shared/permissions';

/** Ranks of a team's members. */
export const RANKS = ['member', 'admin'] as const;
export type Rank = (typeof RANKS)[number];
/** The owner pays for the plan and has no member row. */
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

/** The role that a seat grants. */
export const roleOf = (plan: string, rank: Rank): Role | null => ROLES[plan]?.[rank] ?? null;

export const parseRank = (text: string): Rank => RANKS.find((rank) => rank === text) ?? 'member';

export const INVITATION_DAYS = 7;
/** Lists end at page 100, and a plan has up to 10,000 seats, so all members fit. */
export const MEMBERS_PER_PAGE = 100;
/** Dollars; more is taken for a typo. */
export const MAX_BUDGET_DOLLARS = 100_000;

export type TeamIntent = 'invite' | 'revoke' | 'rank' | 'budget' | 'remove' | 'leave' | 'rename';
