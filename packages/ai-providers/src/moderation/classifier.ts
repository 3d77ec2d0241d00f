import { setTimeout } from 'node:timers/promises';
import { ProviderFailure, type ProviderFailureKind } from '../contract.js';
import { CATEGORIES, keepMostSevere, type Findings } from './contract.js';

/** A classifier. */
export interface Classifier {
  /** Maximum number of chunks per request. */
  maxPieces: number;
  /** @throws ProviderFailure */
  ask(pieces: string[], signal: AbortSignal): Promise<Findings>;
}

/** Classifiers are more accurate on short texts. */
const PIECE_UNITS = 8_000;
const MAX_CONCURRENT_REQUESTS = 4;

const PASSING: ReadonlySet<ProviderFailureKind> = new Set([
  'rate_limited',
  'overloaded',
  'timed_out',
  'connection_lost',
]);
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 200;
/** Maximum total wait for retries. */
const MAX_TOTAL_WAIT_MS = 6_000;

/**
 * Classifies a text of any length in chunks, a few in parallel, and keeps the most severe finding per category. Passing
 * failures are retried after the requested wait.
 * @throws ProviderFailure, or the signal's reason
 */
export async function classifyText(judge: Classifier, text: string, signal?: AbortSignal): Promise<Findings> {
  const pieces = cutText(text, PIECE_UNITS);
  const requests: string[][] = [];
  for (let at = 0; at < pieces.length; at += judge.maxPieces) {
    requests.push(pieces.slice(at, at + judge.maxPieces));
  }
  const giveUp = new AbortController();
  const stopping = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
  const findings: Findings = {};
  const work = async (): Promise<void> => {
    for (let request = requests.shift(); request; request = requests.shift()) {
      const seen = await askPatiently(judge, request, stopping);
      for (const category of CATEGORIES) {
        const finding = seen[category];
        if (finding) keepMostSevere(findings, category, finding);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    // One failed chunk fails the text, so the other requests are aborted.
    giveUp.abort();
  }
  return findings;
}

async function askPatiently(judge: Classifier, pieces: string[], signal: AbortSignal): Promise<Findings> {
  const beganMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await judge.ask(pieces, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !PASSING.has(error.kind) || attempt >= MAX_TRIES)
        throw error;
      const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      if (performance.now() - beganMs + waitMs > MAX_TOTAL_WAIT_MS) throw error;
      await setTimeout(waitMs, undefined, { signal });
    }
  }
}

/** Splits a text into chunks of at most this many UTF-16 units, preferably after a line end, else after a space. */
function cutText(text: string, maxUnits: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > maxUnits) {
    const to = goodEnd(text, from, from + maxUnits);
    pieces.push(text.slice(from, to));
    from = to;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function goodEnd(text: string, from: number, latest: number): number {
  const earliest = from + Math.floor((latest - from) / 2);
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, latest - 1) + 1;
    if (at > earliest) return at;
  }
  // Doesn't split a surrogate pair.
  const isHalf = /[\ud800-\udbff]/.test(text[latest - 1] ?? '');
  return isHalf ? latest - 1 : latest;
}
