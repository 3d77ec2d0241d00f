import type { Subscription } from '@prisma/client';
import { ownMicroUsd } from '~/core/shared/permissions';
import { findPackage } from '~/features/payments';
import { describePlan, PLAN_TERMS, planName, stateTerms } from '~/features/subscriptions';
import type { NotificationsDeps } from './deps.server';
import { formatBalance } from '~/ui/format-money';
import type { Compose } from './compose-mail.server';
import type { BillingMail } from './mail-kinds';
import { formatUtcDay, formatDollars } from './mail-format';

/** The balance after a refund or dispute, and the debt if the money had been spent. */
async function balanceLines(
  { ledger, siteUrl }: Pick<NotificationsDeps, 'siteUrl' | 'ledger'>,
  userId: string,
): Promise<string[]> {
  const balance = await ledger.balance(userId);
  const { debtMicroUsd: debt } = balance;
  return debt > 0n
    ? [
        `You had already spent some of it, so you owe ${formatBalance(debt)}. Top up to pay it and continue: ${siteUrl()}/top-up`,
      ]
    : [`Balance now: ${formatBalance(ownMicroUsd(balance))}`];
}

/** `about`: the payment, and the refunded cents before and after. */
const refund: Compose = async (services, userId, about) => {
  const [paymentIntentId = '', before = '', after = ''] = about.split(':');
  const row = await services.prisma.topup.findFirst({ where: { paymentIntentId, userId } });
  const change = Number(after) - Number(before);
  // A later refund has its own mail.
  if (!row || (change > 0 ? row.refundedCents < Number(after) : row.refundedCents > Number(after))) {
    return undefined;
  }
  const bonusCents = findPackage(row.packageId)?.bonusCents ?? 0;
  const cents = Math.abs(change);
  const bonus = (bonusCents * cents) / row.amountCents;
  const withBonus = bonus > 0 ? ` and ${formatDollars(bonus)} of its bonus` : '';
  const isAll = cents === row.amountCents;
  const paid = `${isAll ? '' : `${formatDollars(cents)} of `}your payment of ${formatDollars(row.amountCents)}`;
  const paragraphs =
    change > 0
      ? [
          `We refunded ${paid} to your card. Your bank may take 5 to 10 days to show it.`,
          `${formatDollars(cents)}${withBonus} went off your balance.`,
        ]
      : [
          `Your bank didn’t accept the refund of ${paid}.`,
          `${formatDollars(cents)}${withBonus} is back on your balance.`,
        ];
  return {
    subject:
      change > 0
        ? `Refund: ${formatDollars(cents)} from Promptwell`
        : `Your refund of ${formatDollars(cents)} failed`,
    paragraphs: [
      ...paragraphs,
      ...(await balanceLines(services, userId)),
      `All your payments: ${services.siteUrl()}/settings/billing`,
    ],
  };
};

const DISPUTES = {
  opened: (amount: string, on: string) => ({
    subject: `Your bank disputed a payment of ${amount}`,
    text: `Your bank is asking for ${amount} back that you paid on ${on} (UTC). Until it decides, the amount and its bonus are off your balance. If that’s a mistake, ask your bank to withdraw the dispute.`,
  }),
  won: (amount: string, on: string) => ({
    subject: `The dispute of ${amount} is closed`,
    text: `Your bank closed its dispute of your payment on ${on} (UTC) and left ${amount} with us. The amount and its bonus are back on your balance.`,
  }),
  lost: (amount: string, on: string) => ({
    subject: `The dispute of ${amount} is closed`,
    text: `Your bank closed its dispute of your payment on ${on} (UTC) and returned ${amount} to you. The amount and its bonus stay off your balance.`,
  }),
};

/** `about`: the payment, the dispute, its state and its amount in cents. */
const dispute: Compose = async (services, userId, about) => {
  const [paymentIntentId = '', disputeId = '', state, cents] = about.split(':');
  const { prisma, siteUrl } = services;
  const row = await prisma.topup.findFirst({ where: { paymentIntentId, userId } });
  if (!row || (state !== 'opened' && state !== 'won' && state !== 'lost')) return undefined;
  const others = await prisma.mail.count({
    where: { userId, kind: 'dispute', about: { startsWith: `${paymentIntentId}:${disputeId}:`, not: about } },
  });
  if (state === 'opened' && others > 0) return undefined; // closed since then
  const { subject, text } = DISPUTES[state](
    formatDollars(Number(cents)),
    formatUtcDay(Number(row.createdAt)),
  );
  return {
    subject,
    paragraphs: [
      text,
      ...(await balanceLines(services, userId)),
      `All your payments: ${siteUrl()}/settings/billing`,
    ],
  };
};

const subscriptionOf = async (
  { prisma }: Pick<NotificationsDeps, 'prisma'>,
  userId: string,
  id: string,
): Promise<(Subscription & { label: string }) | undefined> => {
  const row = await prisma.subscription.findFirst({ where: { id, userId } });
  const plan = row && planName(row.plan);
  return plan ? { ...row, label: PLAN_TERMS[plan].label } : undefined;
};

const planLink = ({ siteUrl }: Pick<NotificationsDeps, 'siteUrl'>): string =>
  `Your plan: ${siteUrl()}/subscriptions`;

/** `about`: the subscription and its open invoice. */
const renewalFailed: Compose = async (services, userId, about) => {
  const [id = '', invoiceId] = about.split(':');
  const row = await subscriptionOf(services, userId, id);
  if (!row || !stateTerms(row.status).isOwed || !services.stripe) return undefined;
  const invoice = await services.stripe.subscriptions.unpaidInvoice(id);
  if (!invoice || invoice.id !== invoiceId) return undefined; // paid since then, or covered by the next month's mail
  return {
    subject: `The payment for your ${row.label} plan failed`,
    paragraphs: [
      `We couldn’t charge ${formatDollars(invoice.dueCents)} for your ${row.label} plan.`,
      stateTerms(row.status).text,
      ...(invoice.payUrl === null ? [] : [`Pay with any card: ${invoice.payUrl}`]),
      planLink(services),
    ],
  };
};

/** `about`: the subscription, the time, and its state before and after. */
const planChanged: Compose = async (services, userId, about) => {
  const [id = '', , before = '', after = ''] = about.split(':');
  const row = await subscriptionOf(services, userId, id);
  if (!row || describePlan(row) !== after) return undefined; // a newer change has its own mail
  const [plan, seats, isEnding] = after.split('-');
  const [planBefore, seatsBefore, wasEnding] = before.split('-');
  const users = (count: string | undefined): string => `${count ?? ''} users`;
  const end = formatUtcDay(Number(row.periodEnd));
  const isSame = plan === planBefore && seats === seatsBefore;
  const label = (name: string | undefined): string => {
    const known = planName(name ?? '');
    return known ? PLAN_TERMS[known].label : '';
  };
  const letter =
    after === 'none'
      ? {
          subject: `Your ${row.label} plan has ended`,
          text: 'Your plan is over and won’t be charged again. Its seats were removed.',
        }
      : before === 'none'
        ? {
            subject: `Your ${row.label} plan has started`,
            text: `Your ${row.label} plan for ${users(seats)} is active. It renews on ${end} (UTC).`,
          }
        : isSame && isEnding !== undefined
          ? {
              subject: `Your ${row.label} plan was canceled`,
              text: `Your plan stays active until ${end} (UTC), and you won’t be charged again.`,
            }
          : isSame && wasEnding !== undefined
            ? {
                subject: `Your ${row.label} plan will continue`,
                text: `Your plan is no longer canceled. It renews on ${end} (UTC).`,
              }
            : {
                subject: 'Your plan was changed',
                text: `Your plan is now ${row.label} for ${users(seats)}. Before, it was ${label(planBefore)} for ${users(seatsBefore)}.`,
              };
  return { subject: letter.subject, paragraphs: [letter.text, planLink(services)] };
};

/** `about`: the subscription, and the expiry month of its card. */
const cardExpiring: Compose = async (services, userId, about) => {
  const [id = '', month = ''] = about.split(':');
  const row = await subscriptionOf(services, userId, id);
  if (!row?.cardLast4 || row.cardExpires !== month || !stateTerms(row.status).isOn) return undefined;
  const name = new Date(`${month}-01`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    subject: 'Your card expires soon',
    paragraphs: [
      `The card ending in ${row.cardLast4} that pays your ${row.label} plan expires at the end of ${name}. Your next payment is due on ${formatUtcDay(Number(row.periodEnd))} (UTC).`,
      `Change the card: ${services.siteUrl()}/subscriptions`,
    ],
  };
};

export const COMPOSE_BILLING: Readonly<Record<BillingMail, Compose>> = {
  refund,
  dispute,
  'renewal-failed': renewalFailed,
  'plan-changed': planChanged,
  'card-expiring': cardExpiring,
};
