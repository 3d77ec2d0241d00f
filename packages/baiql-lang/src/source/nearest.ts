const LONGEST_WORD = 40;
const MAX_CANDIDATES = 400;
const MAX_SLIPS = 2;

/** The edit distance of two words (insertions, deletions, substitutions, transpositions), capped at `limit` + 1. */
export function editDistance(left: string, right: string, limit: number): number {
  return distanceFrom(left, 0, right, 0, limit);
}

/** Recursive from the first difference, which is fastest for a small limit. */
function distanceFrom(
  left: string,
  leftFrom: number,
  right: string,
  rightFrom: number,
  limit: number,
): number {
  let i = leftFrom;
  let j = rightFrom;
  while (i < left.length && j < right.length && left.charCodeAt(i) === right.charCodeAt(j)) {
    i++;
    j++;
  }
  const leftRest = left.length - i;
  const rightRest = right.length - j;
  if (leftRest === 0 || rightRest === 0) return Math.min(leftRest + rightRest, limit + 1);
  if (limit === 0 || Math.abs(leftRest - rightRest) > limit) return limit + 1;
  let fewest = distanceFrom(left, i + 1, right, j + 1, limit - 1);
  fewest = Math.min(fewest, distanceFrom(left, i + 1, right, j, limit - 1));
  fewest = Math.min(fewest, distanceFrom(left, i, right, j + 1, limit - 1));
  const isSwapped =
    left.charCodeAt(i) === right.charCodeAt(j + 1) && left.charCodeAt(i + 1) === right.charCodeAt(j);
  if (isSwapped) fewest = Math.min(fewest, distanceFrom(left, i + 2, right, j + 2, limit - 1));
  return fewest + 1;
}

/**
 * The likely intended candidate of a mistyped word: within distance two, and less than half of its length, so that
 * short words do not match everything (NAME is not a mistyped DATE). Case-insensitive. Null if there is none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  return findSimilar(word, candidates)[0] ?? null;
}

/** All likely candidates of a mistyped word, best first. */
export function findSimilar(word: string, candidates: Iterable<string>): string[] {
  return scored(word, candidates).map(({ candidate }) => candidate);
}

/** A candidate with its distance. */
interface Scored {
  readonly candidate: string;
  readonly score: number;
}

function scored(word: string, candidates: Iterable<string>): Scored[] {
  if (word.length > LONGEST_WORD) return [];
  const folded = word.toUpperCase();
  const found: Scored[] = [];
  let seen = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - folded.length) > MAX_SLIPS) continue;
    if (++seen > MAX_CANDIDATES) break;
    const shorter = Math.min(folded.length, candidate.length);
    const longer = Math.max(folded.length, candidate.length);
    const limit = Math.min(MAX_SLIPS, Math.max(1, Math.floor((shorter - 1) / 2)));
    const slips = editDistance(folded, candidate.toUpperCase(), limit);
    if (slips > limit || slips >= longer) continue;
    // At equal distance, a transposition is more likely than a missing letter.
    found.push({ candidate, score: slips * 2 + (shorter === longer ? 0 : 1) });
  }
  return found.sort((left, right) => left.score - right.score);
}

/**
 * The only column whose name contains the given name or is contained in it: STUDENT_NAME for STUDENT. Both in upper
 * case. Null if there are several: NAME may be FIRST_NAME or LAST_NAME.
 */
export function nearestColumn(name: string, columns: Iterable<string>): string | null {
  if (name.length < 3) return null;
  const found = new Set<string>();
  for (const column of columns) {
    if (column.length > 2 && (column.includes(name) || name.includes(column))) found.add(column);
  }
  const [only, ...others] = found;
  return others.length === 0 ? (only ?? null) : null;
}

/** Above this number of lookups, suggestions are not worth their time. */
const MAX_SUGGESTIONS = 100;

/** Finds corrections for the mistyped words of one script; stops after very many. */
export class Suggestions {
  #left = MAX_SUGGESTIONS;

  nearest(word: string, candidates: Iterable<string>): string | null {
    return this.#left-- > 0 ? nearest(word, candidates) : null;
  }

  /** The nearest candidate; null also for a tie: SCORE may be SCORE1 or SCORE2. */
  nearestUnique(word: string, candidates: Iterable<string>): string | null {
    if (this.#left-- <= 0) return null;
    const [first, ...others] = scored(word, candidates);
    const second = others.find(({ candidate }) => candidate !== first?.candidate);
    return first === undefined || first.score === second?.score ? null : first.candidate;
  }
}
