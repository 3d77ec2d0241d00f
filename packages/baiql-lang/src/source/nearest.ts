const LONGEST_WORD = 40;
const MOST_CANDIDATES = 400;
const MOST_SLIPS = 2;

/** The number of typing slips (a letter more, less, other, or two swapped) between two words; at most `limit` + 1. */
export function editDistance(left: string, right: string, limit: number): number {
  return slipsFrom(left, 0, right, 0, limit);
}

/** From where the words part it tries each kind of slip: with a small limit the quickest way. */
function slipsFrom(left: string, leftFrom: number, right: string, rightFrom: number, limit: number): number {
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
  let fewest = slipsFrom(left, i + 1, right, j + 1, limit - 1);
  fewest = Math.min(fewest, slipsFrom(left, i + 1, right, j, limit - 1));
  fewest = Math.min(fewest, slipsFrom(left, i, right, j + 1, limit - 1));
  const isSwapped =
    left.charCodeAt(i) === right.charCodeAt(j + 1) && left.charCodeAt(i + 1) === right.charCodeAt(j);
  if (isSwapped) fewest = Math.min(fewest, slipsFrom(left, i + 2, right, j + 2, limit - 1));
  return fewest + 1;
}

/**
 * The candidate that was probably meant by a mistyped word: within two slips, and fewer than half of its letters, so
 * that short words do not match everything (NAME is no mistyped DATE). Case does not count. Null when there is none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  return allNear(word, candidates)[0] ?? null;
}

/** Every candidate that may have been meant by a mistyped word, the likeliest first. */
export function allNear(word: string, candidates: Iterable<string>): string[] {
  return scored(word, candidates).map(({ candidate }) => candidate);
}

/** A candidate, and how far from the word it is. */
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
    if (Math.abs(candidate.length - folded.length) > MOST_SLIPS) continue;
    if (++seen > MOST_CANDIDATES) break;
    const shorter = Math.min(folded.length, candidate.length);
    const longer = Math.max(folded.length, candidate.length);
    const limit = Math.min(MOST_SLIPS, Math.max(1, Math.floor((shorter - 1) / 2)));
    const slips = editDistance(folded, candidate.toUpperCase(), limit);
    if (slips > limit || slips >= longer) continue;
    // Of two that are equally near, letters in the wrong order are likelier than a lost one.
    found.push({ candidate, score: slips * 2 + (shorter === longer ? 0 : 1) });
  }
  return found.sort((left, right) => left.score - right.score);
}

/**
 * The one column that a name is a part of, or that is a part of it: STUDENT_NAME for STUDENT. Both in upper case. Null
 * when there are several: NAME may be FIRST_NAME or LAST_NAME.
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

/** Past this many, suggestions cost more time than they save. */
const MOST_SUGGESTIONS = 100;

/** Looks for what was meant by the mistyped words of one script, and gives up where there are very many. */
export class Suggestions {
  #left = MOST_SUGGESTIONS;

  nearest(word: string, candidates: Iterable<string>): string | null {
    return this.#left-- > 0 ? nearest(word, candidates) : null;
  }

  /** The nearest candidate; null also when another one is as near: SCORE may be SCORE1 or SCORE2. */
  surest(word: string, candidates: Iterable<string>): string | null {
    if (this.#left-- <= 0) return null;
    const [first, ...others] = scored(word, candidates);
    const second = others.find(({ candidate }) => candidate !== first?.candidate);
    return first === undefined || first.score === second?.score ? null : first.candidate;
  }
}
