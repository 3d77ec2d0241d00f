import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { modelNameOf, startOfDays } from '~/features/billing/index.server';
import type { AdminDeps } from '../deps.server';
import { findChosenUser, requireChosenUser } from '../find-user.server';
import { BREAKDOWN_DAYS, type Breakdown, type BreakdownQuery, type BreakdownRange } from './schema';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** A user's usage by model, most expensive first. */
export async function readBreakdown(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'ledgerReports'>,
  { userId, since, until }: BreakdownQuery,
): Promise<Breakdown> {
  await requireChosenUser(services, userId);
  const endMs = until ?? services.clock() + 1;
  const startMs = since ?? endMs - DEFAULT_DAYS * DAY_MS;
  if (endMs < startMs)
    throw new DomainError('invalid', 'End date must be on/after start date.', { code: 'invalid' });
  if (endMs - startMs > MAX_DAYS * DAY_MS)
    throw new DomainError('invalid', `Select a range of up to ${String(MAX_DAYS)} days.`, {
      code: 'range_too_long',
    });
  const rows = await services.ledgerReports.usageByModel(userId, { startMs: Math.max(0, startMs), endMs });
  const items = rows
    .sort((one, other) => Number(other.costMicroUsd - one.costMicroUsd))
    .map(({ costMicroUsd, ...row }) => ({
      ...row,
      totalTokens: row.inputTokens + row.outputTokens,
      costCents: costCents(costMicroUsd),
    }));
  const sum = (pick: (item: (typeof items)[number]) => number) =>
    items.reduce((total, item) => total + pick(item), 0);
  return {
    totals: {
      requests: sum(({ requests }) => requests),
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      totalTokens: sum(({ totalTokens }) => totalTokens),
      costCents: costCents(rows.reduce((total, { costMicroUsd }) => total + costMicroUsd, 0n)),
    },
    items,
  };
}

/** The usage page for the user in the URL. */
export async function readUsageBreakdownPage(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'catalogue' | 'ledgerReports' | 'preferences'>,
  actor: Actor,
  { user: asked, range }: { user: string; range: BreakdownRange },
) {
  const [user, { PreferredTimezone: timeZone }] = await Promise.all([
    findChosenUser(services, asked),
    services.preferences.read(actor.userId),
  ]);
  const sinceMs = startOfDays(services.clock(), BREAKDOWN_DAYS[range], timeZone);
  const breakdown = user && (await readBreakdown(services, { userId: user.id, since: sinceMs }));
  const since = new Date(sinceMs).toISOString();
  return { user, asked, range, since, timeZone, breakdown: breakdown && (await named(services, breakdown)) };
}

/** Adds display names. */
const named = async ({ catalogue }: Pick<AdminDeps, 'catalogue'>, { totals, items }: Breakdown) => ({
  totals,
  items: await Promise.all(
    items.map(async (item) => ({
      ...item,
      displayName: await modelNameOf(catalogue, item.provider, item.model),
    })),
  ),
});
