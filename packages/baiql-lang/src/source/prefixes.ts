/** Words in order, to be asked which of them begin with which others without looking at each. */
export class Prefixes {
  readonly #words: readonly string[];
  /** Without those that only prolong another one: at most one of them can begin a given word. */
  readonly #shortest: readonly string[];

  constructor(words: Iterable<string>) {
    this.#words = [...new Set(words)].sort();
    const shortest: string[] = [];
    for (const word of this.#words) {
      const before = shortest.at(-1);
      if (before === undefined || !word.startsWith(before)) shortest.push(word);
    }
    this.#shortest = shortest;
  }

  /** Whether one of the words begins with this. */
  startWith(beginning: string): boolean {
    return this.#words[countBelow(this.#words, beginning)]?.startsWith(beginning) === true;
  }

  /** Whether one of the words is what this begins with. */
  begin(word: string): boolean {
    const at = countBelow(this.#shortest, word);
    const before = this.#shortest[at - 1];
    return this.#shortest[at] === word || (before !== undefined && word.startsWith(before));
  }
}

/** How many of some ordered words come before another one. */
function countBelow(words: readonly string[], other: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < other) low = middle + 1;
    else high = middle;
  }
  return low;
}
