import SqliteDatabase, { type Database } from 'better-sqlite3';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { formatMicroUsd, MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { StripeGateway } from '~/integrations/stripe/index.server';
import { findPackage } from './packages';

const LOOKBACK_MS = 30 * DAY_MS;
/** A payment this recent may be credited while this runs. */
const IN_PROGRESS_MS = 10 * MINUTE_MS;

/** An operator may run the command in another environment than the server's. */
const STRIPE_NOT_CONFIGURED =
  'Stripe was not asked: STRIPE_SECRET_KEY is not set. If the server has it, run this command with the server’s settings: node --env-file=FILE build/host/command.js ledger-check';

interface Totals {
  payments: bigint;
  paidCents: bigint;
  goneCents: bigint;
  problems: bigint;
  clearing: bigint;
}

/**
 * Reconciles card payments with Stripe, for `npm run ledger:check`: credits must match the clearing account, and every
 * payment at Stripe must be in the ledger. Reads the database as it is, beside a running server.
 */
export async function reconcileStripe(
  file: string,
  stripe: StripeGateway | undefined,
  nowMs: number,
): Promise<{ lines: string[]; faults: string[] }> {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    connection.defaultSafeIntegers(true);
    const { payments, paidCents, goneCents, problems, clearing } = readTotals(connection);
    const lines = [
      `Card payments: ${String(payments)}, ${usd(paidCents)} paid, ${usd(goneCents)} refunded or disputed.`,
    ];
    const faults: string[] = [];
    const expected = (paidCents - goneCents) * MICRO_USD_PER_CENT;
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
    const { asked, missing } = await askStripe(connection, stripe, nowMs);
    lines.push(`Stripe: ${String(asked)} payments in the last 30 days.`);
    for (const id of missing) faults.push(`Stripe has a payment ${id} that is not on the books.`);
    return { lines, faults };
  } finally {
    connection.close();
  }
}

function readTotals(connection: Database): Totals {
  const totals = connection
    .prepare<[], Totals>(
      `SELECT count(credited_at) AS payments,
         coalesce(sum(CASE WHEN credited_at IS NULL THEN 0 ELSE amount_cents END), 0) AS paidCents,
         coalesce(sum(CASE WHEN credited_at IS NULL THEN 0
           ELSE min(amount_cents, refunded_cents + disputed_cents) END), 0) AS goneCents,
         count(problem) AS problems,
         (SELECT posted FROM ledger_account WHERE id = 'system:stripe') AS clearing
       FROM topup`,
    )
    .get();
  if (!totals) throw new Error('The card payments could not be added up.');
  return totals;
}

async function askStripe(connection: Database, stripe: StripeGateway, nowMs: number) {
  const find = connection.prepare<[string], { isKnown: bigint }>(
    `SELECT credited_at IS NOT NULL OR problem IS NOT NULL AS isKnown FROM topup WHERE payment_intent_id = ?`,
  );
  const missing: string[] = [];
  let asked = 0;
  for await (const payment of stripe.listPayments(nowMs - LOOKBACK_MS)) {
    const isOurs = findPackage(payment.metadata.packageId ?? '') !== undefined;
    if (!isOurs || payment.status !== 'succeeded') continue;
    asked += 1;
    const isRecent = payment.createdAtMs > nowMs - IN_PROGRESS_MS;
    if (find.get(payment.id)?.isKnown !== 1n && !isRecent) missing.push(payment.id);
  }
  return { asked, missing };
}

const usd = (cents: bigint): string => `$${(Number(cents) / 100).toFixed(2)}`;
