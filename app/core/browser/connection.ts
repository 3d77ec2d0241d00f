import { useSyncExternalStore } from 'react';
import { pageAccountHeaders } from './page-account';

/** `offline`: the device has no network. `unreachable`: the server does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** Ignores a single failure, which may come from leaving the page or switching networks. */
const FAILURES_TO_MENTION = 2;
const GATEWAY_STATUSES = [502, 503, 504];
/** Header of every response of the application, to tell it apart from a proxy's 502. */
const OWN_ANSWER_HEADER = 'X-Remix-Response';
const RETRY_NOW = 'promptwell:retry-now';

let failingLoads = 0;
const listeners = new Set<() => void>();

/** Whether this browser can currently reach the server. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => 'online');
}

export function readConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  return failingLoads > 0 ? 'unreachable' : 'online';
}

/** Retries all waiting requests now. */
export function retryNow(): void {
  window.dispatchEvent(new Event(RETRY_NOW));
}

/**
 * Makes page-data requests wait while the server is unreachable. Remix calls the global `fetch` and has no hook for
 * this: a background revalidation that failed would replace the page with an error. Only GET requests wait; mutations
 * fail at once so that their form can show it.
 */
export function waitForPageData(): void {
  const fetchOnce = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (!isPageData(input)) return fetchOnce(input, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(pageAccountHeaders())) headers.set(name, value);
    const attempt = () => fetchOnce(input, { ...init, headers }).then(withBody);
    return (init?.method ?? 'GET') === 'GET' ? fetchPatiently(attempt, init?.signal) : attempt();
  };
}

function isPageData(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const { origin, pathname } = new URL(input, window.location.href);
  return origin === window.location.origin && (pathname.endsWith('.data') || pathname === '/__manifest');
}

async function fetchPatiently(
  attempt: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  let failures = 0;
  try {
    for (;;) {
      const response = await attempt().catch((error: unknown) => {
        if (signal?.aborted || !(error instanceof TypeError)) throw error;
      });
      if (response && !isFromGateway(response)) return response;
      if (++failures === FAILURES_TO_MENTION) changeFailingLoads(1);
      await untilWorthTrying(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS), signal);
    }
  } finally {
    if (failures >= FAILURES_TO_MENTION) changeFailingLoads(-1);
  }
}

/**
 * Buffers the whole response. Remix reads it as a stream, so a broken connection would show an error page, and leaving
 * the page early would log an error.
 */
const withBody = async (response: Response): Promise<Response> =>
  response.body === null ? response : new Response(await response.arrayBuffer(), response);

const isFromGateway = ({ status, headers }: Response): boolean =>
  GATEWAY_STATUSES.includes(status) && !headers.has(OWN_ANSWER_HEADER);

/** Resolves when the network returns, the user retries, or the delay has passed. */
function untilWorthTrying(waitMs: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopListening = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      stopListening.abort();
      settle();
    };
    const timer = setTimeout(() => end(resolve), waitMs);
    for (const event of ['online', RETRY_NOW]) {
      window.addEventListener(event, () => end(resolve), { signal: stopListening.signal });
    }
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), {
      signal: stopListening.signal,
    });
  });
}

function changeFailingLoads(by: number): void {
  failingLoads += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}
