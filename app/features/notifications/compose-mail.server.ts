import type { Topup } from '@prisma/client';
import { DAY_MS } from '~/core/shared/clock';
import { ownMicroUsd } from '~/core/shared/permissions';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { formatBalance, formatSpent } from '~/ui/format-money';
import type { NotificationMail } from '~/features/mails/index.server';
import { findPackage } from '~/features/payments';
import type { NotificationsDeps } from './deps.server';
import { COMPOSE_BILLING } from './compose-billing.server';
import { formatUtcDay, formatDollars } from './mail-format';
import { readLowBalance } from './low-balance.server';

export interface Letter {
  subject: string;
  paragraphs: string[];
}

/** Composes a mail from current data; undefined if it is obsolete. `about` names the payment, week, day or decision. */
export type Compose = (
  services: NotificationsDeps,
  userId: string,
  about: string,
) => Promise<Letter | undefined>;

const receipt: Compose = async ({ prisma, siteUrl, ledger }, userId, paymentIntentId) => {
  const row = await prisma.topup.findFirst({ where: { paymentIntentId, userId } });
  if (row?.creditedAt == null) return undefined;
  const bonusCents = findPackage(row.packageId)?.bonusCents ?? 0;
  const own = ownMicroUsd(await ledger.balance(userId));
  return {
    subject: `Receipt: ${formatDollars(row.amountCents)} to Promptwell`,
    paragraphs: [
      `Thank you. Your card payment of ${formatDollars(row.amountCents)} went through on ${formatUtcDay(Number(row.creditedAt))} (UTC).`,
      [
        `Paid: ${formatDollars(row.amountCents)}`,
        ...(bonusCents > 0 ? [`Bonus: ${formatDollars(bonusCents)}`] : []),
        `Added to your balance: ${formatDollars(row.amountCents + bonusCents)}`,
        `Balance now: ${formatBalance(own)}`,
        `Payment: ${paymentIntentId}`,
      ].join('\n'),
      ...sinceThen(row),
      ...(row.receiptUrl === null ? [] : [`Stripe’s receipt: ${row.receiptUrl}`]),
      `All your payments: ${siteUrl()}/settings/billing`,
    ],
  };
};

/** A mail may be late: mentions what has been refunded since. */
function sinceThen({ refundedCents, disputedCents }: Topup): string[] {
  return [
    ...(refundedCents > 0 ? [`Since then, ${formatDollars(refundedCents)} of it was refunded.`] : []),
    ...(disputedCents > 0
      ? [
          `Since then, your bank disputed ${formatDollars(disputedCents)} of it, which is off your balance for now.`,
        ]
      : []),
  ];
}

const lowBalance: Compose = async (services, userId) => {
  const low = await readLowBalance(services, userId);
  if (!low) return undefined;
  const balance = formatBalance(low.ownMicroUsd);
  return {
    subject: `Your balance is low: ${balance}`,
    paragraphs: [
      `Your balance is ${balance}, at or below your warning level of ${formatDollars(low.warnCents)}.`,
      `Top up: ${services.siteUrl()}/top-up`,
    ],
  };
};

const weeklySummary: Compose = async ({ ledger, siteUrl }, userId, monday) => {
  const endMs = Date.parse(monday);
  const startMs = endMs - 7 * DAY_MS;
  const { totalRequests, totalInputTokens, totalOutputTokens, totalCostMicroUsd } = await ledger.usageSummary(
    userId,
    { startMs, endMs },
  );
  if (totalRequests === 0) return undefined;
  const own = ownMicroUsd(await ledger.balance(userId));
  return {
    subject: `Your week: ${formatSpent(totalCostMicroUsd)} for ${formatCountOf(totalRequests, 'request')}`,
    paragraphs: [
      `What you used from ${formatUtcDay(startMs)} to ${formatUtcDay(endMs - 1)} (UTC):`,
      [
        `Requests: ${formatCount(totalRequests)}`,
        `Tokens: ${formatCount(totalInputTokens)} in, ${formatCount(totalOutputTokens)} out`,
        `Spent: ${formatSpent(totalCostMicroUsd)}`,
        `Balance now: ${formatBalance(own)}`,
      ].join('\n'),
      `Line by line: ${siteUrl()}/settings/usage`,
    ],
  };
};

const anomaly: Compose = async ({ ledger, siteUrl }, userId, day) => {
  const startMs = Date.parse(day);
  const { totalCostMicroUsd } = await ledger.usageSummary(userId, { startMs, endMs: startMs + DAY_MS });
  return {
    subject: `Unusual spending on ${formatUtcDay(startMs)}: ${formatSpent(totalCostMicroUsd)}`,
    paragraphs: [
      `You spent ${formatSpent(totalCostMicroUsd)} on ${formatUtcDay(startMs)} (UTC), far more than on your other days of that week.`,
      'If that wasn’t you, change your password and log out your other sessions.',
      `See each request: ${siteUrl()}/settings/usage`,
      `Set a daily limit: ${siteUrl()}/dashboard/settings`,
    ],
  };
};

const googleAndPassword: Compose = async ({ prisma, siteUrl }, userId) => {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    include: { providerLinks: true },
  });
  if (!user?.providerLinks.length || user.passwordHash === null) return undefined;
  return {
    subject: 'Your account opens with Google and with a password',
    paragraphs: [
      `You can log in to your account ${user.email} with Google, and with a password. If you didn’t choose that password yourself, or no longer need it, remove it on your account page:`,
      `${siteUrl()}/account#password`,
      'If you use both, you don’t need to do anything.',
    ],
  };
};

export const COMPOSE: Readonly<Record<NotificationMail, Compose>> = {
  ...COMPOSE_BILLING,
  receipt,
  'low-balance': lowBalance,
  'weekly-summary': weeklySummary,
  anomaly,
  'google-and-password': googleAndPassword,
};
