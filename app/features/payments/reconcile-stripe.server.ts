import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { formatMicroUsd, MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { StripeGateway } from '~/integrations/stripe/index.server';
import { findPackage } from './packages';
import type { CardPayments } from './card-payments';

const LOOKBACK_MS = 30 * DAY_MS;
/** A payment this recent may be credited while this runs. */
const IN_PROGRESS_MS = 10 * MINUTE_MS;

/** An operator may run the command in another environment than the server's. */
const STRIPE_NOT_CONFIGURED =
  'Stripe was not asked: STRIPE_SECRET_KEY is not set. If the server has it, run this command with the server’s settings: node --env-file=FILE build/host/command.js ledger-check';

/**
 * Reconciles card payments with Stripe, for `npm run ledger:check`: credits must match the clearing account, and every
 * payment at Stripe must be in the ledger.
 */
export async function reconcileStripe(
  cardPayments: CardPayments,
  stripe: StripeGateway | undefined,
  nowMs: number,
): Promise<{ lines: string[]; faults: string[] }> {
  const { payments, paidCents, reversedCents, problems, clearing } = await cardPayments.totals();
  const lines = [
    `Card payments: ${String(payments)}, ${usd(paidCents)} paid, ${usd(reversedCents)} refunded or disputed.`,
  ];
  const faults: string[] = [];
  const expected = (paidCents - reversedCents) * MICRO_USD_PER_CENT;
  if (-clearing !== expected) {
    faults.push(
      `The clearing account says $${formatMicroUsd(-clearing)}, the card payments $${formatMicroUsd(expected)}.`,
    );
  }
  if (problems > 0n) {
    faults.push(
      `${String(problems)} payments were made and not credited: look them up in Stripe's dashboard.`,
    );
  }
  if (!stripe) return { lines: [...lines, STRIPE_NOT_CONFIGURED], faults };
  const { checked, missing } = await askStripe(cardPayments, stripe, nowMs);
  lines.push(`Stripe: ${String(checked)} payments in the last 30 days.`);
  for (const id of missing) faults.push(`Stripe has a payment ${id} that is not on the books.`);
  return { lines, faults };
}

async function askStripe(cardPayments: CardPayments, stripe: StripeGateway, nowMs: number) {
  const missing: string[] = [];
  let checked = 0;
  for await (const payment of stripe.listPayments(nowMs - LOOKBACK_MS)) {
    const isOurs = findPackage(payment.metadata.packageId ?? '') !== undefined;
    if (!isOurs || payment.status !== 'succeeded') continue;
    checked += 1;
    const isRecent = payment.createdAtMs > nowMs - IN_PROGRESS_MS;
    if (!isRecent && !(await cardPayments.isKnown(payment.id))) missing.push(payment.id);
  }
  return { checked, missing };
}

const usd = (cents: bigint): string => `$${(Number(cents) / 100).toFixed(2)}`;
