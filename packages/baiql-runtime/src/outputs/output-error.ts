/** Why an output cannot be written; `message` is user-facing. */
export type OutputErrorCode = 'disk-full' | 'over-quota' | 'too-large' | 'bad-path';

/** An output, or one transaction's part of it, that cannot be written. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  constructor(
    readonly code: OutputErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
