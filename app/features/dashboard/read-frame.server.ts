import type { Actor } from '~/core/server/session.server';
import { wholeCents } from '~/core/shared/money';
import { isWarnedOfLowBalance } from '~/core/shared/permissions';
import { usageRangeSchema, type UsageRange } from '~/features/billing/index.server';
import { z } from '~/core/shared/zod';
import type { Services } from '~/services';

export const periodQuerySchema = z.object({ range: usageRangeSchema });
export type PeriodQuery = z.output<typeof periodQuerySchema>;

/** What all tabs of the dashboard have around them. */
export async function readDashboardFrame(
  { ledger, preferences }: Services,
  { userId, roles }: Actor,
  { range }: PeriodQuery,
) {
  const [balance, { DefaultDateRange, LowBalanceWarnCents }] = await Promise.all([
    ledger.balance(userId),
    preferences.read(userId),
  ]);
  const chosen: UsageRange = range ?? DefaultDateRange;
  return {
    range: chosen,
    balanceMicroUsd: Number(balance.availableMicroUsd),
    /** The level that the balance has fallen to, for people who are warned. */
    lowBalanceWarnCents:
      isWarnedOfLowBalance(roles, balance) && wholeCents(balance.postedMicroUsd) <= LowBalanceWarnCents
        ? LowBalanceWarnCents
        : null,
  };
}

/** The tab that somebody has chosen to begin with. */
export async function landingTab({ preferences }: Services, { userId }: Actor): Promise<string> {
  const { DefaultLandingTab } = await preferences.read(userId);
  return DefaultLandingTab;
}
