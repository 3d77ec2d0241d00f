import { DAY_MS, utcDay } from '~/core/shared/clock';
import { isWarnedOfLowBalance, parseRoles } from '~/core/shared/permissions';
import type { Services } from '~/services';
import { MONEY_MAILS, type MoneyMailKind } from './mail-kinds';

const AT_ONCE = 200;
/** A day counts as unusual at five times the average of the six before it, and a dollar at least. */
const TIMES_USUAL = 5n;
const LEAST_MICRO_USD = 1_000_000n;

/** Makes a mail due, once: what it is about is its key. */
export async function queueMail(
  { prisma, clock }: Pick<Services, 'prisma' | 'clock'>,
  mail: { userId: string; kind: MoneyMailKind; about: string },
): Promise<void> {
  const where = { userId_kind_about: mail };
  await prisma.moneyMail.upsert({ where, create: { ...mail, dueAt: BigInt(clock()) }, update: {} });
}

/** Every hour: who runs low, whose week is over, and whose day was unusual. */
export async function queueMails(services: Services): Promise<void> {
  for (let after: string | undefined; ;) {
    const accounts = await services.prisma.ledgerAccount.findMany({
      where: { userId: { not: null }, ...(after === undefined ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: { id: true, userId: true },
    });
    for (const { userId } of accounts) {
      if (userId === null) continue;
      await queueForUser(services, userId).catch((error: unknown) => {
        services.log.error({ err: error }, 'the mails of an account could not be prepared');
      });
    }
    after = accounts.at(-1)?.id;
    if (accounts.length < AT_ONCE) return;
  }
}

async function queueForUser(services: Services, userId: string): Promise<void> {
  const preferences = await services.preferences.read(userId);
  const today = utcDay(services.clock());
  const wants = (kind: MoneyMailKind): boolean => preferences[MONEY_MAILS[kind].preference];
  if (wants('low-balance') && (await runsLow(services, userId, preferences.LowBalanceWarnCents))) {
    const last = await services.prisma.topup.findFirst({
      where: { userId, creditedAt: { not: null } },
      orderBy: { createdAt: 'desc' },
      select: { paymentIntentId: true },
    });
    // Once for each time that there was money again.
    await queueMail(services, { userId, kind: 'low-balance', about: last?.paymentIntentId ?? 'first' });
  }
  if (wants('weekly-summary')) {
    await queueMail(services, { userId, kind: 'weekly-summary', about: mondayOf(services.clock()) });
  }
  if (wants('anomaly') && (await isUnusual(services, userId, today))) {
    await queueMail(services, { userId, kind: 'anomaly', about: today });
  }
}

async function runsLow(services: Services, userId: string, warnCents: number): Promise<boolean> {
  const balance = await services.ledger.balance(userId);
  const rows = await services.prisma.userRole.findMany({ where: { userId }, select: { role: true } });
  const roles = parseRoles(rows.map(({ role }) => role));
  return isWarnedOfLowBalance(roles, balance) && balance.postedMicroUsd <= BigInt(warnCents) * 10_000n;
}

/** The first day of the week, on which the week before it is over. */
function mondayOf(atMs: number): string {
  const daysSince = (new Date(atMs).getUTCDay() + 6) % 7;
  return utcDay(atMs - daysSince * DAY_MS);
}

async function isUnusual({ ledger }: Services, userId: string, today: string): Promise<boolean> {
  const startMs = Date.parse(today);
  const { totalCostMicroUsd: spent } = await ledger.usageSummary(userId, { startMs });
  if (spent < LEAST_MICRO_USD) return false;
  const before = await ledger.usageSummary(userId, { startMs: startMs - 6 * DAY_MS, endMs: startMs });
  return before.totalCostMicroUsd > 0n && spent * 6n >= before.totalCostMicroUsd * TIMES_USUAL;
}
