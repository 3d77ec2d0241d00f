const LONGEST_WORD = 40;
const MOST_CANDIDATES = 400;

/** The number of typing slips (a letter more, less, other, or two swapped) between two words; at most `limit` + 1. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
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
  if (word.length > LONGEST_WORD) return null;
  const folded = word.toUpperCase();
  let found: string | null = null;
  let fewest = 3;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MOST_CANDIDATES) break;
    const limit = Math.min(
      2,
      fewest - 1,
      Math.max(1, Math.floor(Math.min(folded.length, candidate.length) / 2)),
    );
    const slips = editDistance(folded, candidate.toUpperCase(), limit);
    if (slips > limit || slips >= Math.max(folded.length, candidate.length)) continue;
    found = candidate;
    fewest = slips;
    if (slips === 0) break;
  }
  return found;
}
