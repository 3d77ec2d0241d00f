import { DAY_MS, utcDay } from '~/core/shared/clock';
import { queueMail } from '~/features/mails/index.server';
import type { NotificationsDeps } from './deps.server';
import { readLowBalance } from './low-balance.server';
import { MAIL_KINDS, type MailKind } from './mail-kinds';

type Deps = Pick<NotificationsDeps, 'log' | 'clock' | 'prisma' | 'ledger' | 'preferences'>;

const BATCH_SIZE = 200;
/** A day is unusual at five times the average of the six days before, and at least a dollar. */
const UNUSUAL_FACTOR = 5n;
const MIN_MICRO_USD = 1_000_000n;

/**
 * Queues low-balance, weekly and unusual-spending mails. Runs hourly. Only considers users who spent something since
 * the Monday before last, so the work doesn't grow with the number of accounts.
 */
export async function queueMails(services: Deps): Promise<void> {
  const { clock, log } = services;
  const seen = new Set<string>();
  const firstMs = Date.parse(mondayOf(clock())) - 7 * DAY_MS;
  for (let dayMs = Date.parse(utcDay(clock())); dayMs >= firstMs; dayMs -= DAY_MS) {
    for await (const userId of spendersOn(services, utcDay(dayMs))) {
      if (seen.has(userId)) continue;
      seen.add(userId);
      await queueForUser(services, userId).catch((error: unknown) => {
        log.error({ err: error }, 'the mails of an account could not be prepared');
      });
    }
  }
}

async function* spendersOn(
  { prisma }: Pick<NotificationsDeps, 'prisma'>,
  day: string,
): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await prisma.ledgerDay.findMany({
      where: { day, userId: { gt: after }, spent: { gt: 0n } },
      orderBy: { userId: 'asc' },
      take: BATCH_SIZE,
      select: { userId: true },
    });
    for (const { userId } of rows) yield userId;
    after = rows.at(-1)?.userId ?? after;
    if (rows.length < BATCH_SIZE) return;
  }
}

async function queueForUser(services: Deps, userId: string): Promise<void> {
  const preferences = await services.preferences.read(userId);
  const wants = (kind: MailKind): boolean => preferences[MAIL_KINDS[kind].preference];
  if (wants('low-balance') && (await readLowBalance(services, userId))) {
    // Once per top-up, by card or by an administrator. Ordered by number, because a wrong clock may have dated some
    // entries later than those that follow.
    const last = await services.prisma.ledgerEntry.findFirst({
      where: { account: { userId }, kind: { in: ['topup', 'grant', 'adjustment'] }, amount: { gt: 0n } },
      orderBy: { version: 'desc' },
      select: { postingId: true },
    });
    await queueMail(services, { userId, kind: 'low-balance', about: last?.postingId ?? 'first' });
  }
  if (wants('weekly-summary')) {
    await queueMail(services, { userId, kind: 'weekly-summary', about: mondayOf(services.clock()) });
  }
  if (!wants('anomaly')) return;
  // Yesterday as well: its last hour passed after the last check.
  for (const about of [utcDay(services.clock() - DAY_MS), utcDay(services.clock())]) {
    if (await isUnusual(services, userId, about)) {
      await queueMail(services, { userId, kind: 'anomaly', about });
    }
  }
}

/** The Monday of the week; the week before it is complete. */
function mondayOf(atMs: number): string {
  const daysSince = (new Date(atMs).getUTCDay() + 6) % 7;
  return utcDay(atMs - daysSince * DAY_MS);
}

async function isUnusual(
  { ledger }: Pick<NotificationsDeps, 'ledger'>,
  userId: string,
  day: string,
): Promise<boolean> {
  const startMs = Date.parse(day);
  const endMs = startMs + DAY_MS;
  const { totalCostMicroUsd: spent } = await ledger.usageSummary(userId, { startMs, endMs });
  if (spent < MIN_MICRO_USD) return false;
  const before = await ledger.usageSummary(userId, { startMs: startMs - 6 * DAY_MS, endMs: startMs });
  return before.totalCostMicroUsd > 0n && spent * 6n >= before.totalCostMicroUsd * UNUSUAL_FACTOR;
}
