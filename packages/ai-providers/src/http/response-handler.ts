import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { TransportFailure, type WireTrace, type TransportReason } from './wire-trace.js';
import { readRetryAfterMs } from './retry-after.js';
import type { StreamedBody } from './streamed-body.js';

interface AnswerLimits {
  deadlineMs: number;
  maxAnswerBytes: number;
}

const ERROR_TEXT_BYTES = 8 * 1024;

/**
 * Turns an undici exchange into a `Response`. A successful streamed body goes to the trace; any other body is buffered
 * into the response.
 */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #stream: StreamedBody | undefined;
  #head: { status: number; headers: Headers } | undefined;
  #chunks: Buffer[] = [];
  #receivedBytes = 0;
  #done = false;

  constructor(
    private readonly trace: WireTrace,
    private readonly limits: AnswerLimits,
    private readonly resolve: (response: Response) => void,
    private readonly reject: (failure: TransportFailure) => void,
  ) {
    this.#deadline = setTimeout(() => this.#fail(new TransportFailure('deadline')), limits.deadlineMs);
    trace.onAbort((failure) => this.#fail(failure));
  }

  abortWith(signal: AbortSignal): void {
    const abort = () => this.#fail(new TransportFailure('caller_stopped'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.trace.failure) controller.abort(this.trace.failure);
    else this.trace.sent = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, raw: IncomingHttpHeaders): void {
    if (status < 200 || this.#done) return;
    const headers = toHeaders(raw);
    this.trace.status = status;
    this.trace.requestId =
      REQUEST_ID_HEADERS.map((name) => headers.get(name)).find((id) => id !== null) ?? null;
    this.trace.retryAfterMs = readRetryAfterMs(headers, Date.now());
    this.#head = { status, headers };
    if (this.trace.body !== null && status < 300) {
      this.#stream = this.trace.body;
      this.#stream.onResume(() => this.#controller?.resume());
      this.resolve(new Response(null, { status, headers }));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#done) return;
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.limits.maxAnswerBytes) {
      this.#fail(new TransportFailure('answer_too_large'));
    } else if (this.#stream) {
      if (!this.#stream.push(chunk)) controller.pause();
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    if (this.#done) return;
    this.#finish();
    if (this.#stream) {
      this.#stream.end(null);
      return;
    }
    const { status, headers } = this.#head ?? { status: 502, headers: new Headers() };
    const body = Buffer.concat(this.#chunks);
    if (status >= 300) this.trace.errorText = body.toString('utf8', 0, ERROR_TEXT_BYTES);
    this.resolve(new Response(NO_BODY_STATUSES.has(status) ? null : body, { status, headers }));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error instanceof TransportFailure ? error : new TransportFailure(this.#reasonFor(error)));
  }

  #fail(failure: TransportFailure): void {
    if (this.#done) return;
    this.#finish();
    this.trace.failure = failure;
    this.#controller?.abort(failure);
    if (this.#stream) this.#stream.end(failure);
    else this.reject(failure);
  }

  #finish(): void {
    this.#done = true;
    clearTimeout(this.#deadline);
  }

  #reasonFor(error: Error): TransportReason {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    return REASONS[code] ?? (this.trace.sent ? 'connection_lost' : 'connect_failed');
  }
}

/** The last two are Bedrock's and Azure's. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid', 'apim-request-id'];

const NO_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

const REASONS: Readonly<Record<string, TransportReason>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'first_byte_timeout',
  UND_ERR_BODY_TIMEOUT: 'stall_timeout',
};

function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}
