/** Fails this transaction only; `message` is user-facing. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
}

/** The script exceeded a limit of the language. Fails the transaction. */
export class BoundError extends TransactionError {}

/** The run must end, at the script's or the host's request. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  constructor(
    readonly reason: StopCause,
    message: string,
  ) {
    super(message);
  }
}

/** Interrupts a transaction in progress. It leaves no result and is repeated by a resume. */
export type StopCause = 'cancelled' | 'cost-limit' | 'funds' | 'unavailable' | 'script' | 'host';
