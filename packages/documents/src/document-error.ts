/** Why a document could not be read. */
export type DocumentErrorCode =
  | 'not-found'
  /** The file type is not supported. */
  | 'unsupported'
  /** The content does not match the file's extension. */
  | 'mismatch'
  | 'too-large'
  | 'encrypted'
  | 'damaged'
  /** The document contains no text (and OCR is off, or found none). */
  | 'no-text'
  /** An OCR language that is not installed. */
  | 'language'
  | 'timed-out'
  /** The parser exceeded its memory limit. */
  | 'out-of-memory'
  /** The parser's process ended unexpectedly. */
  | 'crashed'
  | 'aborted'
  /** The queue is full. */
  | 'busy';

/** A document that could not be read; `message` is user-facing and names the file. */
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
