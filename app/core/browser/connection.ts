import { useSyncExternalStore } from 'react';
import { pageAccountHeaders } from './page-account';

/** `offline`: the device has no network. `unreachable`: it has, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** The first failure may be a page that is being left, or a network that is just being changed. */
const FAILURES_TO_MENTION = 2;
const GATEWAY_STATUSES = [502, 503, 504];
/** On every answer of the application itself, so a proxy's "bad gateway" is told apart from ours. */
const OWN_ANSWER_HEADER = 'X-Remix-Response';
const RETRY_NOW = 'promptwell:retry-now';

let failingLoads = 0;
const listeners = new Set<() => void>();

/** Whether the server can be reached, as far as this browser knows. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => 'online');
}

export function readConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  return failingLoads > 0 ? 'unreachable' : 'online';
}

/** Pages that wait for the server ask it again at once. */
export function retryNow(): void {
  window.dispatchEvent(new Event(RETRY_NOW));
}

/**
 * Lets a page whose data cannot be fetched wait instead of fail. Remix fetches the data of pages with the global
 * `fetch` and has no setting for this: when the network was gone, a page that only wanted to refresh its figures
 * was replaced by an error. Only reading waits; what changes something fails at once, for its form to say so.
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
 * The answer with all of its body. Remix reads it while it arrives: a line that breaks off was an error page, and a page
 * that was left for another before its data was complete, an error in the console.
 */
const withBody = async (response: Response): Promise<Response> =>
  response.body === null ? response : new Response(await response.arrayBuffer(), response);

const isFromGateway = ({ status, headers }: Response): boolean =>
  GATEWAY_STATUSES.includes(status) && !headers.has(OWN_ANSWER_HEADER);

/** Until the network comes back, somebody presses the button, or some time has passed. */
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
