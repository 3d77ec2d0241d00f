import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { CardPayments, CardPaymentTotals } from '../card-payments';

/** Opens a database file as it is, beside a running server, for as long as `work` takes. */
export async function withCardPaymentsIn<T>(
  file: string,
  work: (cardPayments: CardPayments) => Promise<T>,
): Promise<T> {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    connection.defaultSafeIntegers(true);
    return await work(cardPaymentsIn(connection));
  } finally {
    connection.close();
  }
}

function cardPaymentsIn(connection: Database): CardPayments {
  const totals = connection.prepare<[], CardPaymentTotals>(
    `SELECT count(credited_at) AS payments,
       coalesce(sum(CASE WHEN credited_at IS NULL THEN 0 ELSE amount_cents END), 0) AS paidCents,
       coalesce(sum(CASE WHEN credited_at IS NULL THEN 0
         ELSE min(amount_cents, refunded_cents + disputed_cents) END), 0) AS reversedCents,
       count(problem) AS problems,
       (SELECT posted FROM ledger_account WHERE id = 'system:stripe') AS clearing
     FROM topup`,
  );
  const find = connection.prepare<[string], { isKnown: bigint }>(
    `SELECT credited_at IS NOT NULL OR problem IS NOT NULL AS isKnown FROM topup WHERE payment_intent_id = ?`,
  );
  return {
    totals: () => {
      const row = totals.get();
      return row
        ? Promise.resolve(row)
        : Promise.reject(new Error('The card payments could not be added up.'));
    },
    isKnown: (id) => Promise.resolve(find.get(id)?.isKnown === 1n),
  };
}
