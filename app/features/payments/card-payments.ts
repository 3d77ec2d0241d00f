export interface CardPaymentTotals {
  /** Credited payments. */
  payments: bigint;
  paidCents: bigint;
  /** Refunded or disputed, at most what was paid. */
  reversedCents: bigint;
  /** Payments that were made and could not be credited. */
  problems: bigint;
  /** Balance of the clearing account in the ledger, in micro-dollars. */
  clearing: bigint;
}

/** The card payments as stored, beside the ledger's clearing account. */
export interface CardPayments {
  totals(): Promise<CardPaymentTotals>;
  /** Whether a payment is credited, or known as a problem. */
  isKnown(paymentIntentId: string): Promise<boolean>;
}
