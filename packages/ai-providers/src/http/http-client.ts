import { isIP, type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import { Pool, buildConnector } from 'undici';
import { CallTrace, TransportFailure } from './call-trace.js';
import { AnswerHandler } from './answer-handler.js';
import { isPrivateAddress } from './private-addresses.js';

export interface HttpTimeouts {
  connectTimeoutMs: number;
  /** From the request being written to the first byte of the answer's head. */
  firstByteTimeoutMs: number;
  /** The longest silence between two pieces of an answer. */
  stallTimeoutMs: number;
  /** From start to end, whatever happens in between. */
  deadlineMs: number;
}

/**
 * A model thinks before its first byte or after it, and says nothing meanwhile: OpenAI's chat completions send no event
 * until the thinking is over, its Responses one at once and none for minutes after it. So one bound holds for both, the
 * five minutes that OpenAI's own Codex waits for a silent stream, and the deadline for the whole. Looked up 2026-11-24:
 * github.com/openai/codex/issues/33051 (`stream_idle_timeout_ms`), github.com/mezmo/aura/issues/62.
 */
const SILENCE_MS = 300_000;

export const DEFAULT_TIMEOUTS: HttpTimeouts = {
  connectTimeoutMs: 10_000,
  firstByteTimeoutMs: SILENCE_MS,
  stallTimeoutMs: SILENCE_MS,
  deadlineMs: 600_000,
};

const MAX_CONNECTIONS_PER_ORIGIN = 256;

export interface HttpClientOptions {
  /** False refuses loopback, private, link-local and other non-public addresses. */
  allowPrivate: boolean;
  timeouts?: Partial<HttpTimeouts>;
  maxAnswerBytes?: number;
}

export interface HttpClient {
  /** Keeps connections open per origin, follows no redirect. Handed to the SDKs. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const maxAnswerBytes = options.maxAnswerBytes ?? 16 * 1024 * 1024;
  const pools = new Map<string, Pool>();

  function poolFor(origin: string): Pool {
    let pool = pools.get(origin);
    if (!pool) {
      pool = new Pool(origin, {
        connections: MAX_CONNECTIONS_PER_ORIGIN,
        connect: options.allowPrivate
          ? { timeout: timeouts.connectTimeoutMs }
          : publicOnlyConnector(timeouts.connectTimeoutMs),
        headersTimeout: timeouts.firstByteTimeoutMs,
        bodyTimeout: timeouts.stallTimeoutMs,
      });
      pools.set(origin, pool);
    }
    return pool;
  }

  async function fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const trace = traceOf(init);
    const headers = new Headers(init.headers);
    const body = await encode(init.body ?? null, headers);
    trace.secrets = [...secretsIn(headers), ...extraSecrets(init)];
    return new Promise((resolve, reject) => {
      const handler = new AnswerHandler(trace, { ...timeouts, maxAnswerBytes }, resolve, reject);
      if (init.signal) handler.abortWith(init.signal);
      poolFor(url.origin).dispatch(
        {
          path: url.pathname + url.search,
          method: init.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
          headers,
          body,
        },
        handler,
      );
    });
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.close()));
  }

  return { fetch, close };
}

/** The same client with more headers on each request. Their values are secrets: an answer that quotes one is not shown. */
export function withHeaders(http: HttpClient, extra: Readonly<Record<string, string>>): HttpClient {
  const secrets = Object.values(extra);
  if (secrets.length === 0) return http;
  return {
    ...http,
    fetch(url, init) {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(extra)) headers.set(name, value);
      return http.fetch(url, { ...init, headers, secrets } as RequestInit);
    },
  };
}

const extraSecrets = (init: RequestInit): string[] =>
  'secrets' in init && Array.isArray(init.secrets) ? (init.secrets as string[]) : [];

/** Texts go as they are, and forms as multipart, whole: no connection waits for a file that is still being read. */
async function encode(body: BodyInit | null, headers: Headers): Promise<string | Buffer | null> {
  if (body === null || typeof body === 'string') return body;
  if (!(body instanceof FormData)) throw new TypeError('Only texts and forms can be sent.');
  const form = new Response(body);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return Buffer.from(await form.arrayBuffer());
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

const secretsIn = (headers: Headers): string[] =>
  KEY_HEADERS.flatMap((name) => headers.get(name)?.replace(/^Bearer /i, '') ?? []).filter(Boolean);

/** The SDKs pass per-call fetch options through untouched, which is how the trace gets here. */
function traceOf(init: RequestInit): CallTrace {
  return 'trace' in init && init.trace instanceof CallTrace ? init.trace : new CallTrace();
}

/** Checks the names before connecting, and the address that was really connected to. */
function publicOnlyConnector(connectTimeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: publicOnlyLookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && isPrivateAddress(host)) {
      callback(new TransportFailure('address_refused'), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) {
        callback(error, null);
      } else if (isPrivateAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        callback(new TransportFailure('address_refused'), null);
      } else {
        callback(null, socket);
      }
    });
  };
}

const publicOnlyLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (error) callback(error, '');
    else if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new TransportFailure('address_refused'), '');
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
