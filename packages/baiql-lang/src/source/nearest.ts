const LONGEST_WORD = 40;
const MOST_CANDIDATES = 400;
const MOST_SLIPS = 2;

/** The number of typing slips (a letter more, less, other, or two swapped) between two words; at most `limit` + 1. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  // What both begin or end with needs no slips; of most words that are near, hardly anything is left then.
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start++;
  let same = 0;
  while (
    same < shorter - start &&
    left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same)
  ) {
    same++;
  }
  return slipsBetween(left.slice(start, left.length - same), right.slice(start, right.length - same), limit);
}

function slipsBetween(left: string, right: string, limit: number): number {
  if (left === '' || right === '') return Math.max(left.length, right.length);
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? limit + 1;
}

/**
 * The candidate that was probably meant by a mistyped word: within two slips, and within half of the word's
 * length so that short words do not match everything. Case does not count. Null when there is none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  return allNear(word, candidates)[0] ?? null;
}

/** Every candidate that may have been meant by a mistyped word, the likeliest first. */
export function allNear(word: string, candidates: Iterable<string>): string[] {
  if (word.length > LONGEST_WORD) return [];
  const folded = word.toUpperCase();
  const found: { candidate: string; score: number }[] = [];
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MOST_CANDIDATES) break;
    const shorter = Math.min(folded.length, candidate.length);
    const longer = Math.max(folded.length, candidate.length);
    const limit = Math.min(MOST_SLIPS, Math.max(1, Math.floor(shorter / 2)));
    const slips = editDistance(folded, candidate.toUpperCase(), limit);
    if (slips > limit || slips >= longer) continue;
    // Of two that are equally near, letters in the wrong order are likelier than a lost one.
    found.push({ candidate, score: slips * 2 + (shorter === longer ? 0 : 1) });
  }
  return found.sort((left, right) => left.score - right.score).map(({ candidate }) => candidate);
}
