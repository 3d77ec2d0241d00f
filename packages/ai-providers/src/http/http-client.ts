import { isIP, type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import { Pool, buildConnector } from 'undici';
import { WireTrace, TransportFailure } from './wire-trace.js';
import { ResponseHandler } from './response-handler.js';
import { isPrivateAddress } from './private-addresses.js';

export interface HttpTimeouts {
  connectTimeoutMs: number;
  /** From the end of writing the request to the first byte of the response headers. */
  firstByteTimeoutMs: number;
  /** Maximum time between two chunks of a response. */
  stallTimeoutMs: number;
  /** For the whole request. */
  deadlineMs: number;
}

/**
 * Models may be silent before the first byte or after it while they reason: OpenAI's Chat Completions send no event
 * until reasoning is over, its Responses API sends one at once and then none for minutes. One limit covers both: the
 * five minutes that OpenAI's Codex waits for a silent stream. Checked 2026-11-24: github.com/openai/codex/issues/33051
 * (`stream_idle_timeout_ms`), github.com/mezmo/aura/issues/62.
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
  /** False rejects loopback, private, link-local and other non-public addresses. */
  allowPrivate: boolean;
  timeouts?: Partial<HttpTimeouts>;
  maxAnswerBytes?: number;
}

export interface HttpClient {
  /** A `fetch` with keep-alive pools per origin and no redirects, for the SDKs. */
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
      const handler = new ResponseHandler(trace, { ...timeouts, maxAnswerBytes }, resolve, reject);
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

/** The same client with extra headers. Their values count as secrets: vendor messages that quote one aren't shown. */
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

/** Strings are sent as they are, forms as buffered multipart, so that no connection waits for a file being read. */
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

/** SDKs pass unknown fetch options through, which carries the trace here. */
function traceOf(init: RequestInit): WireTrace {
  return 'trace' in init && init.trace instanceof WireTrace ? init.trace : new WireTrace();
}

/** Checks resolved addresses before connecting, and the address of the connected socket. */
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
