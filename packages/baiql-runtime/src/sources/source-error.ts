/** Why a source cannot be read at all (a single bad row has `problem` instead). */
export type SourceErrorCode =
  | 'not-text'
  | 'damaged'
  | 'encrypted'
  | 'empty'
  | 'too-large'
  | 'wrong-kind'
  | 'changed'
  | 'no-column';

/** A source that cannot be read; `message` is user-facing and names the file. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly code: SourceErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
