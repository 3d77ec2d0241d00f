/** Deterministic choices: the same text always gives the same ones. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

export function rollFor(text: string): Dice {
  let state = 2_166_136_261;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16_777_619);
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { between, pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0] };
}
