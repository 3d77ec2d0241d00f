/** A fold may leave what another one folds: repeated until nothing changes, so that a key's key is the key itself. */
export function untilStable(text: string, fold: (text: string) => string): string {
  const next = fold(text);
  return next === text ? text : untilStable(next, fold);
}
