/** The smallest and the largest of some numbers. */
export function extentOf(values: readonly number[]): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}
