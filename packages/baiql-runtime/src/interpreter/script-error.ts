/** A transaction that cannot go on; `message` is a sentence for the user. It fails this transaction alone. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
}

/** The script went beyond one of the language's bounds. Fails the transaction. */
export class BoundError extends TransactionError {}

/** The run must end: asked for by the script, or because the host says so. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  constructor(
    readonly reason: StopCause,
    message: string,
  ) {
    super(message);
  }
}

/** What a transaction in its middle can be stopped by. It leaves no result and is done again by a resume. */
export type StopCause = 'cancelled' | 'cost-limit' | 'funds' | 'unavailable' | 'script' | 'host';
