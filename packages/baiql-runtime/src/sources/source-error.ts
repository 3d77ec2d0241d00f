/** Why a source cannot be read at all (one bad row is that row's `problem` instead). */
export type SourceErrorCode =
  | 'not-text'
  | 'damaged'
  | 'empty'
  | 'too-large'
  | 'wrong-kind'
  | 'changed'
  | 'no-column';

/** A source that cannot be read; `message` is a sentence for the user that names the file. */
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
