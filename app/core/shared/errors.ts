/**
 * Kinds of domain errors. They know nothing of HTTP: `core/edge/answer-error.server.ts` maps each kind to a status.
 * `message` is a sentence for the user, `code` is for programs, and `data` is added to the response body.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-required'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'timed-out'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'rate-limited'
  | 'upstream-failed'
  | 'upstream-timeout'
  | 'unavailable';

export interface DomainErrorDetails {
  code?: string;
  /** The form field it refers to. */
  field?: string;
  errors?: readonly string[];
  data?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly errors: readonly string[] | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: DomainErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.field = details.field;
    this.errors = details.errors;
    this.data = details.data ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
