import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS, type Clock } from '../shared/clock';

/**
 * Caches pages that look the same for every client. A page is a function of its URL and loader data, so those are the
 * key: when a price changes, so does the key. What components take from the clock (a date, a year) is not in the key,
 * so entries live for minutes only. A placeholder stands for the nonce, which differs per response.
 */
export interface SharedPages {
  /** Placeholder for the nonce in a cached page. */
  readonly nonceMark: string;
  /** Undefined if the page is personal, has failed, answers a form, or is still streaming. */
  keyOf(status: number, context: EntryContext): string | undefined;
  find(key: string, nonce: string): Buffer<ArrayBuffer> | undefined;
  /** Caches a page rendered with the placeholder, and returns it with the nonce. */
  keep(key: string, html: string, nonce: string): Buffer<ArrayBuffer>;
}

const MAX_BYTES = 8 * 1024 * 1024;
const LONGEST_SEARCH = 200;
const KEEP_MS = 5 * MINUTE_MS;

export function createSharedPages(clock: Clock): SharedPages {
  // Unguessable, so that no text on a page can contain it.
  const nonceMark = `nonce-${randomBytes(16).toString('hex')}`;
  const pages = new LRUCache<string, readonly Buffer[]>({
    maxSize: MAX_BYTES,
    ttl: KEEP_MS,
    ttlResolution: 0, // reads the clock at every lookup
    perf: { now: clock },
    sizeCalculation: (parts, key) => parts.reduce((sum, part) => sum + part.length, key.length),
  });
  return {
    nonceMark,
    keyOf: (status, { staticHandlerContext: { loaderData, actionData, errors, location } }) => {
      if (status !== 200 || actionData || errors || !isVisitors(loaderData.root)) return undefined;
      if (location.search.length > LONGEST_SEARCH) return undefined;
      try {
        return `${location.pathname}${location.search}\n${JSON.stringify(loaderData, refuseUnsettled)}`;
      } catch {
        return undefined;
      }
    },
    find: (key, nonce) => {
      const parts = pages.get(key);
      return parts && joinWith(nonce, parts);
    },
    keep: (key, html, nonce) => {
      const parts = html.split(nonceMark).map((part) => Buffer.from(part));
      pages.set(key, parts);
      return joinWith(nonce, parts);
    },
  };
}

function joinWith(nonce: string, parts: readonly Buffer[]): Buffer<ArrayBuffer> {
  const separator = Buffer.from(nonce);
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}

/** The root loader says who is signed in. */
const isVisitors = (rootData: unknown): boolean =>
  typeof rootData === 'object' && rootData !== null && 'actor' in rootData && rootData.actor === null;

/** Values that JSON would make equal must not become a key. */
function refuseUnsettled(_name: string, value: unknown): unknown {
  if (value instanceof Promise || value instanceof Map || value instanceof Set)
    throw new TypeError('not plain data');
  return value;
}
