import type { Actor } from '~/core/server/session.server';
import { keyFilterInAddress } from '~/core/shared/key-filter';
import { usageRangeSchema, type UsageRange } from '~/features/billing/index.server';
import { lowBalanceOf } from '~/features/shell/index.server';
import { z } from '~/core/shared/zod';
import type { DashboardDeps } from './deps.server';

export const periodQuerySchema = z.object({ range: usageRangeSchema });
export const analyticsQuerySchema = periodQuerySchema.extend({ apiKey: keyFilterInAddress });
export type AnalyticsQuery = z.output<typeof analyticsQuerySchema>;
export type PeriodQuery = z.output<typeof periodQuerySchema>;

/** Data of the dashboard's frame. */
export async function readDashboardFrame(
  { ledger, preferences }: Pick<DashboardDeps, 'ledger' | 'preferences'>,
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
    lowBalance: lowBalanceOf(roles, balance, LowBalanceWarnCents),
  };
}

/** The user's preferred first tab. */
export async function landingTab(
  { preferences }: Pick<DashboardDeps, 'preferences'>,
  { userId }: Actor,
): Promise<string> {
  const { DefaultLandingTab } = await preferences.read(userId);
  return DefaultLandingTab;
}
