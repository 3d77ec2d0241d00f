import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS, type Clock } from '../shared/clock';

/**
 * Pages that look the same for every visitor are drawn once in a while. What a page looks like follows from its address
 * and what its loaders gave, so those two are the key: when a price changes, the loader gives something else. What a
 * component takes from the clock (a date, a year) is no part of the key, so a page is kept for minutes only. The nonce
 * differs between two answers; a mark holds its place.
 */
export interface SharedPages {
  /** Stands in a page that is kept wherever the nonce of an answer belongs. */
  readonly nonceMark: string;
  /** Undefined when the page is somebody's own, has failed, answers a form, or is still waiting for data. */
  keyOf(status: number, context: EntryContext): string | undefined;
  find(key: string, nonce: string): Buffer<ArrayBuffer> | undefined;
  /** Keeps a page that was drawn with the mark, and gives it with the nonce in place. */
  keep(key: string, html: string, nonce: string): Buffer<ArrayBuffer>;
}

const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_SEARCH = 200;
const KEEP_MS = 5 * MINUTE_MS;

export function createSharedPages(clock: Clock): SharedPages {
  // Unguessable, so that no text on a page can pass for it.
  const nonceMark = `nonce-${randomBytes(16).toString('hex')}`;
  const pages = new LRUCache<string, readonly Buffer[]>({
    maxSize: MOST_BYTES,
    ttl: KEEP_MS,
    ttlResolution: 0, // asks the clock at every look, not once in a while
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

/** The root's loader names who is signed in, if anybody is. */
const isVisitors = (rootData: unknown): boolean =>
  typeof rootData === 'object' && rootData !== null && 'actor' in rootData && rootData.actor === null;

/** What JSON would flatten into something equal must not become a key. */
function refuseUnsettled(_name: string, value: unknown): unknown {
  if (value instanceof Promise || value instanceof Map || value instanceof Set)
    throw new TypeError('not plain data');
  return value;
}
