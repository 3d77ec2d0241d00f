import type { StreamedBody } from './streamed-body.js';

/** Why a request ended without a complete response, at the network level. */
export type TransportReason =
  | 'caller_stopped'
  | 'address_refused'
  | 'request_too_large'
  | 'connect_failed'
  | 'connect_timeout'
  | 'first_byte_timeout'
  | 'stall_timeout'
  | 'deadline'
  | 'connection_lost'
  | 'answer_too_large';

export class TransportFailure extends Error {
  constructor(readonly reason: TransportReason) {
    super(reason);
    this.name = 'TransportFailure';
  }
}

/**
 * Records what happened to a request on the wire. SDKs wrap or swallow errors, so the HTTP client writes here and the
 * provider reads it.
 */
export class WireTrace {
  /** The request was written to an open connection, so the server may have acted on it. */
  sent = false;
  status: number | undefined;
  requestId: string | null = null;
  retryAfterMs: number | undefined;
  failure: TransportFailure | undefined;
  /** Keys sent with the request. */
  secrets: readonly string[] = [];
  /** The beginning of an error response's body, for matching only, never displayed. */
  errorText = '';

  constructor(
    /** Destination of a streamed body; null if the body is part of the `Response`. */
    readonly body: StreamedBody | null = null,
  ) {}

  /** Resets the trace for a retry of the same request. */
  reset(): void {
    this.status = undefined;
    this.retryAfterMs = undefined;
    this.errorText = '';
    this.sent = false;
  }

  #abort: ((failure: TransportFailure) => void) | undefined;
  #abortedBy: TransportFailure | undefined;

  /** Called by the HTTP client with a function that aborts the request. */
  onAbort(abort: (failure: TransportFailure) => void): void {
    this.#abort = abort;
    if (this.#abortedBy) abort(this.#abortedBy);
  }

  abort(reason: TransportReason): void {
    if (this.#abortedBy) return;
    this.#abortedBy = new TransportFailure(reason);
    this.#abort?.(this.#abortedBy);
  }
}
