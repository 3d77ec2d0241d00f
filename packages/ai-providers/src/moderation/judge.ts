import { setTimeout } from 'node:timers/promises';
import { ProviderFailure, type ProviderFailureKind } from '../contract.js';
import { CATEGORIES, keepGravest, type Findings } from './contract.js';

/** Who reads a text and says what is in it. */
export interface Judge {
  /** How many pieces one request may have. */
  mostPieces: number;
  /** @throws ProviderFailure */
  ask(pieces: string[], signal: AbortSignal): Promise<Findings>;
}

/** Both kinds of judge are more exact on short texts than on long ones. */
const PIECE_UNITS = 8_000;
const MOST_REQUESTS_AT_ONCE = 4;

const PASSING: ReadonlySet<ProviderFailureKind> = new Set([
  'rate_limited',
  'overloaded',
  'timed_out',
  'connection_lost',
]);
const MOST_TRIES = 3;
const FIRST_WAIT_MS = 200;
/** Nobody waits longer than this for another try. */
const PATIENCE_MS = 6_000;

/**
 * What a judge sees in a text of any length: it is read in pieces, a few at once, and of each category the gravest
 * finding counts. What passes is tried again, after the wait that the judge's server asks for.
 * @throws ProviderFailure, or the signal's reason
 */
export async function judgeText(judge: Judge, text: string, signal?: AbortSignal): Promise<Findings> {
  const pieces = cutText(text, PIECE_UNITS);
  const requests: string[][] = [];
  for (let at = 0; at < pieces.length; at += judge.mostPieces) {
    requests.push(pieces.slice(at, at + judge.mostPieces));
  }
  const giveUp = new AbortController();
  const stopping = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
  const findings: Findings = {};
  const work = async (): Promise<void> => {
    for (let request = requests.shift(); request; request = requests.shift()) {
      const seen = await askPatiently(judge, request, stopping);
      for (const category of CATEGORIES) {
        const finding = seen[category];
        if (finding) keepGravest(findings, category, finding);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: MOST_REQUESTS_AT_ONCE }, work));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    // One piece that cannot be judged is enough: the others are not waited for.
    giveUp.abort();
  }
  return findings;
}

async function askPatiently(judge: Judge, pieces: string[], signal: AbortSignal): Promise<Findings> {
  const beganMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await judge.ask(pieces, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !PASSING.has(error.kind) || attempt >= MOST_TRIES)
        throw error;
      const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      if (performance.now() - beganMs + waitMs > PATIENCE_MS) throw error;
      await setTimeout(waitMs, undefined, { signal });
    }
  }
}

/** Cuts a text into pieces of at most so many UTF-16 units, at a line's end where there is one, else at a blank. */
function cutText(text: string, mostUnits: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > mostUnits) {
    const to = goodEnd(text, from, from + mostUnits);
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
  // Not between the two halves of one character.
  const isHalf = /[\ud800-\udbff]/.test(text[latest - 1] ?? '');
  return isHalf ? latest - 1 : latest;
}
