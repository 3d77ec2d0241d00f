import type { UserRef } from '~/core/server/session.server';
import { listRecentPayments } from '~/features/payments/index.server';
import type { BillingDeps } from './deps.server';
import { validateDayRange, lastDays, toInstants, todayIn, type DayRange } from '~/ui/date/day-range';
import { getBalance, listLedger } from './balance.server';
import { BILLING_RANGE_DAYS, type BillingPageQuery } from './schema';

const PAGE_SIZE = 25;
const RECENT_PAYMENTS = 10;

/** The billing page: balance, the ledger of a range of days in the user's time zone, and recent card payments. */
export async function readBilling(
  services: Pick<BillingDeps, 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  actor: UserRef,
  { from, to, page }: BillingPageQuery,
) {
  const { PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  const today = todayIn(timeZone);
  const usual = lastDays(BILLING_RANGE_DAYS, today);
  const wanted: DayRange = { from: from ?? usual.from, to: to ?? usual.to };
  const rangeError = validateDayRange(wanted, BILLING_RANGE_DAYS);
  const range = rangeError === null ? wanted : usual;
  const { begin, end } = toInstants(range, timeZone);
  const [balance, ledger, payments] = await Promise.all([
    getBalance(services, actor),
    listLedger(services, actor, { page, pageSize: PAGE_SIZE, start: begin.getTime(), end: end.getTime() }),
    listRecentPayments(services, actor, { take: RECENT_PAYMENTS }),
  ]);
  return { timeZone, today, range, rangeError, balance, ledger, payments };
}
