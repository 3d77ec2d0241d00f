import type { StreamedBody } from './streamed-body.js';

/** Why a request ended without a complete answer, as the network saw it. */
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
 * What happened to one request on the wire. The SDKs wrap or swallow errors, so the HTTP client
 * writes the facts down here, and the provider reads them here.
 */
export class CallTrace {
  /** The request was being written to an open connection, so the other side may have acted on it. */
  sent = false;
  status: number | undefined;
  requestId: string | null = null;
  retryAfterMs: number | undefined;
  failure: TransportFailure | undefined;
  /** Keys that the request carried. */
  secrets: readonly string[] = [];
  /** The start of the body of an answer with an error status, to be searched and never shown. */
  errorText = '';

  constructor(
    /** Where the body of a streamed answer goes; null: it is part of the `Response`. */
    readonly body: StreamedBody | null = null,
  ) {}

  /** Before the next attempt of the same call. */
  startAgain(): void {
    this.status = undefined;
    this.retryAfterMs = undefined;
    this.errorText = '';
    this.sent = false;
  }

  #abort: ((failure: TransportFailure) => void) | undefined;
  #abortedBy: TransportFailure | undefined;

  /** The HTTP client says here how this request can be ended. */
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
