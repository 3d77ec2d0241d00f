import { fromDate, toCalendarDate } from '@internationalized/date';
import type { UserRef } from '~/core/server/session.server';
import type { BillingDeps } from './deps.server';
import { listLedger, summarizeUsage } from './balance.server';
import { listKeyNames } from './list-key-names.server';
import { USAGE_RANGES, type UsagePageQuery } from './schema';

const PAGE_SIZE = 25;

/** The usage page: totals and ledger of the last days in the user's time zone, including today. */
export async function readUsage(
  services: Pick<BillingDeps, 'clock' | 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  actor: UserRef,
  { range: wanted, page, apiKey }: UsagePageQuery,
) {
  const { DefaultDateRange, PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  const range = wanted ?? DefaultDateRange;
  const start = startOfDays(services.clock(), USAGE_RANGES[range], timeZone);
  const [totals, ledger, keys] = await Promise.all([
    summarizeUsage(services, actor, { start, apiKey }),
    listLedger(services, actor, { page, pageSize: PAGE_SIZE, start, apiKey }),
    listKeyNames(services, actor),
  ]);
  return {
    range,
    startsAt: new Date(start).toISOString(),
    timeZone,
    totals,
    ledger,
    keys,
    apiKey: apiKey ?? null,
  };
}

/** The start of the day `days - 1` days ago. Calendar arithmetic, because a day may have 23 or 25 hours. */
export function startOfDays(nowMs: number, days: number, timeZone: string): number {
  const today = toCalendarDate(fromDate(new Date(nowMs), timeZone));
  return today
    .subtract({ days: days - 1 })
    .toDate(timeZone)
    .getTime();
}
