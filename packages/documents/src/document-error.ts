/** Why no text could be had from a document. */
export type DocumentErrorCode =
  | 'not-found'
  /** The kind of file is not one that is read. */
  | 'unsupported'
  /** The content is of another kind than the name says. */
  | 'mismatch'
  | 'too-large'
  | 'encrypted'
  | 'damaged'
  /** There is no text in it (and OCR is off, or found none). */
  | 'no-text'
  /** An OCR language that is not installed. */
  | 'language'
  | 'timed-out'
  /** The parser took more memory than it may. */
  | 'out-of-memory'
  /** The parser's process ended unexpectedly. */
  | 'crashed'
  | 'aborted'
  /** Too many documents are waiting already. */
  | 'busy';

/** A document that could not be read; `message` is a sentence for the user that names the file. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(
    readonly code: DocumentErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
