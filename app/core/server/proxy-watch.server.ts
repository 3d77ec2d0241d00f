import type { Clock } from '~/core/shared/clock';
import type { Logger } from './logger.server';
import type { TrustProxy } from './trust-proxy.server';

/**
 * Detects a missing or wrong TRUST_PROXY, which gives all visitors the proxy's address and so one shared rate limit.
 */
export interface ProxyWatch {
  /** A request with X-Forwarded-For came from an untrusted peer. */
  noteUntrusted(peer: string): void;
  lastUntrusted(): { peer: string; atMs: number } | undefined;
}

export function createProxyWatch({
  clock,
  log,
  trusted,
}: {
  clock: Clock;
  log: Logger;
  trusted: TrustProxy;
}): ProxyWatch {
  let last: { peer: string; atMs: number } | undefined;
  return {
    noteUntrusted: (peer) => {
      if (last === undefined)
        log.warn(
          { peer },
          trusted === 0
            ? 'requests come with X-Forwarded-For, but TRUST_PROXY is not set: if a proxy is in front, set it, or all visitors share one address and its rate limits'
            : 'a request came with X-Forwarded-For from an address that TRUST_PROXY does not include: if that is a proxy of yours, add it',
        );
      last = { peer, atMs: clock() };
    },
    lastUntrusted: () => last,
  };
}
