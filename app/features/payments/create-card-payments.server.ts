import type { Sql } from '~/core/db/sql';
import type { CardPayments, CardPaymentTotals } from './card-payments';

const TOTALS = `
  SELECT count(credited_at) AS payments,
    coalesce(sum(CASE WHEN credited_at IS NULL THEN 0 ELSE amount_cents END), 0) AS paidCents,
    coalesce(sum(CASE WHEN credited_at IS NULL THEN 0
      ELSE least(amount_cents, refunded_cents + disputed_cents) END), 0) AS reversedCents,
    count(problem) AS problems,
    (SELECT posted FROM ledger_account WHERE id = 'system:stripe') AS clearing
  FROM topup`;
const FIND = `
  SELECT credited_at IS NOT NULL OR problem IS NOT NULL AS isKnown FROM topup WHERE payment_intent_id = @id`;

export const createCardPayments = (sql: Sql): CardPayments => ({
  async totals() {
    const row = await sql.get<CardPaymentTotals>(TOTALS);
    if (!row) throw new Error('The card payments could not be added up.');
    return row;
  },
  isKnown: async (id) => (await sql.get<{ isKnown: bigint }>(FIND, { id }))?.isKnown === 1n,
});
