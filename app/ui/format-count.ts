const counts = new Intl.NumberFormat('en-US');

/** 61300 → "61,300". */
export function formatCount(count: number): string {
  return counts.format(count);
}
