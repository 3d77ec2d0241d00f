import { fullName } from '~/core/shared/full-name';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { TeamsDeps } from './deps.server';
import { findTeam } from './find-team.server';
import { readKeySpending } from './read-key-spending.server';
import { MEMBERS_PER_PAGE, parseRank, type TeamRank } from './team-terms';

export interface TeamMemberView {
  userId: string;
  name: string;
  email: string;
  rank: TeamRank;
  joinedAt: string;
  hasSeat: boolean;
  /** Usage this month (UTC); null if the reader may not see it. */
  usage: { requests: number; spentCents: number; budgetCents: number | null } | null;
}

const PERSON = { id: true, firstName: true, lastName: true, email: true } as const;

/** Loads a team for a member: its admins see everyone's spending, other members their own. */
export async function readTeam(
  services: Pick<TeamsDeps, 'env' | 'clock' | 'prisma' | 'ledger' | 'preferences'>,
  actor: Actor,
  { page }: { page: number },
) {
  const found = await findTeam(services, actor);
  if (!found) return null;
  const { team, rank, hasSeat } = found;
  const { prisma, clock } = services;
  const isManager = rank !== 'member' && hasSeat;
  const [owner, rows, total, invitations, { PreferredTimezone }] = await Promise.all([
    prisma.user.findUniqueOrThrow({ where: { id: team.userId }, select: PERSON }),
    prisma.teamMember.findMany({
      where: { teamId: team.id },
      orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
      // The owner is the first row of the first page.
      skip: Math.max(0, (page - 1) * MEMBERS_PER_PAGE - 1),
      take: MEMBERS_PER_PAGE - (page === 1 ? 1 : 0),
      include: { user: { select: PERSON } },
    }),
    prisma.teamMember.count({ where: { teamId: team.id } }),
    isManager
      ? prisma.teamInvitation.findMany({ where: { teamId: team.id }, orderBy: { email: 'asc' }, take: 200 })
      : [],
    services.preferences.read(actor.userId),
  ]);
  const people = [
    ...(page === 1
      ? [{ user: owner, rank: 'owner' as const, joinedAt: team.createdAt, hasSeat: team.isOn }]
      : []),
    ...rows.map(({ user, joinedAt, hasSeat: sits, ...row }) => ({
      user,
      rank: parseRank(row.rank),
      joinedAt,
      hasSeat: sits,
    })),
  ];
  const ids = people.map(({ user }) => user.id);
  const [usage, keys] = await Promise.all([
    usageOf(
      services,
      ids.filter((id) => isManager || id === actor.userId),
    ),
    isManager ? readKeySpending(services, ids) : [],
  ]);
  return {
    ownId: actor.userId,
    rank,
    isManager,
    hasSeat,
    name: team.name,
    plan: team.plan,
    isOn: team.isOn,
    seats: team.seats,
    used: 1 + total,
    timeZone: PreferredTimezone,
    sendsMail: services.env.SMTP_URL !== undefined,
    members: people.map(({ user, joinedAt, ...rest }): TeamMemberView => ({
      ...rest,
      userId: user.id,
      name: fullName(user) || user.email,
      email: user.email,
      joinedAt: new Date(Number(joinedAt)).toISOString(),
      usage: usage.get(user.id) ?? null,
    })),
    /** Of the members listed. */
    keys,
    invitations: invitations.map(({ id, email, rank: invitedRank, expiresAt }) => ({
      id,
      email,
      rank: parseRank(invitedRank),
      expiresAt: new Date(Number(expiresAt)).toISOString(),
      isExpired: expiresAt <= BigInt(clock()),
    })),
  };
}

/** Loads /teams: the user's team, or whether they can start one. */
export async function readTeamsPage(
  services: Pick<TeamsDeps, 'env' | 'clock' | 'prisma' | 'stripe' | 'ledger' | 'preferences'>,
  actor: Actor,
  query: { page: number },
) {
  const team = await readTeam(services, actor, query);
  return { team, canStart: services.stripe?.teamPriceId !== undefined };
}

/** Loads /enterprise: whether the user has the plan, and whether it is available here. */
export async function readEnterprisePage(services: Pick<TeamsDeps, 'prisma' | 'stripe'>, actor: Actor) {
  const found = await findTeam(services, actor);
  return {
    hasPlan: found?.team.plan === 'enterprise',
    canStart: services.stripe?.enterprisePriceId !== undefined,
  };
}

/** Usage since the first of the month (UTC). */
async function usageOf({ ledger, clock }: Pick<TeamsDeps, 'clock' | 'ledger'>, userIds: readonly string[]) {
  const now = new Date(clock());
  const startMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const caps = await ledger.monthlyCaps(userIds);
  const entries = await Promise.all(
    userIds.map(async (userId) => {
      const { totalRequests } = await ledger.usageSummary(userId, { startMs });
      const { capMicroUsd = null, spentThisMonthMicroUsd = 0n } = caps.get(userId) ?? {};
      const usage = {
        requests: totalRequests,
        spentCents: costCents(spentThisMonthMicroUsd),
        budgetCents: capMicroUsd === null ? null : costCents(capMicroUsd),
      };
      return [userId, usage] as const;
    }),
  );
  return new Map(entries);
}
