/**
 * Frames: short patterns of words, in which it is the order and the company of words that counts, not a word alone.
 *
 * A frame is written as slots with a blank between them. A slot is a word, `@name` (a set of words), or several of
 * these with `|` between them; `..2` stands for up to two other words, `^` for the beginning of a sentence and `$` for
 * its end. `{name}` stands for each of several sequences of slots.
 */
type Slot =
  | { kind: 'words'; words: ReadonlySet<string> }
  | { kind: 'gap'; most: number }
  | { kind: 'start' }
  | { kind: 'end' };

interface Node<T> {
  /** What the frame that ends here means. */
  ends: T[];
  edges: Map<string, { slot: Slot; node: Node<T> }>;
}

export interface Match<T> {
  meaning: T;
  /** The first word and the one after the last. */
  from: number;
  to: number;
}

export interface Vocabulary {
  sets: Readonly<Record<string, string>>;
  sequences: Readonly<Record<string, readonly string[]>>;
}

interface Sentences {
  texts: readonly string[];
  sentences: readonly number[];
}

/** Many frames, looked for together: frames that begin alike share their way. */
export interface FrameSet<T> {
  /** Words that any frame names. */
  words: ReadonlySet<string>;
  /** Every frame at every place, each within one sentence. Linear in the number of words: all gaps are bounded. */
  find(text: Sentences): Match<T>[];
}

export function compileFrames<T>(
  frames: readonly { pattern: string; meaning: T }[],
  vocabulary: Vocabulary,
): FrameSet<T> {
  const words = new Set<string>();
  const slots = new Map<string, Slot>();
  const slotOf = (source: string): Slot => {
    const slot = slots.get(source) ?? readSlot(source, vocabulary);
    slots.set(source, slot);
    if (slot.kind === 'words') for (const word of slot.words) words.add(word);
    return slot;
  };
  const root: Node<T> = { ends: [], edges: new Map() };
  for (const { pattern, meaning } of frames) {
    for (const sources of expand(pattern, vocabulary)) {
      let node = root;
      for (const source of sources) {
        const next = node.edges.get(source) ?? { slot: slotOf(source), node: { ends: [], edges: new Map() } };
        node.edges.set(source, next);
        node = next.node;
      }
      node.ends.push(meaning);
    }
  }
  const starters = startersOf(root);
  return { words, find: (text) => findAll(text, root, starters) };
}

/** Words at which any frame may begin: at all others nothing is tried. */
function startersOf<T>(root: Node<T>): ReadonlySet<string> {
  const starters = new Set<string>();
  for (const { slot, node } of root.edges.values()) {
    const firsts = slot.kind === 'start' ? [...node.edges.values()].map((edge) => edge.slot) : [slot];
    for (const first of firsts) {
      if (first.kind !== 'words') throw new Error('A frame begins with a word.');
      for (const word of first.words) starters.add(word);
    }
  }
  return starters;
}

function findAll<T>(text: Sentences, root: Node<T>, starters: ReadonlySet<string>): Match<T>[] {
  const { texts, sentences } = text;
  const matches: Match<T>[] = [];
  const walk = (node: Node<T>, from: number, at: number): void => {
    for (const meaning of node.ends) matches.push({ meaning, from, to: at });
    const isInside = at < texts.length && sentences[at] === sentences[from];
    for (const { slot, node: next } of node.edges.values()) {
      switch (slot.kind) {
        case 'words':
          if (isInside && slot.words.has(texts[at] ?? '')) walk(next, from, at + 1);
          break;
        case 'gap':
          for (let skipped = 0; skipped <= slot.most; skipped += 1) {
            if (skipped > 0 && sentences[at + skipped - 1] !== sentences[from]) break;
            walk(next, from, at + skipped);
          }
          break;
        case 'start':
          if (at === 0 || sentences[at - 1] !== sentences[at]) walk(next, from, at);
          break;
        case 'end':
          if (!isInside) walk(next, from, at);
          break;
      }
    }
  };
  for (let at = 0; at < texts.length; at += 1) {
    if (starters.has(texts[at] ?? '')) walk(root, at, at);
  }
  return matches;
}

function readSlot(source: string, { sets }: Vocabulary): Slot {
  if (source === '^') return { kind: 'start' };
  if (source === '$') return { kind: 'end' };
  if (source.startsWith('..')) return { kind: 'gap', most: Number(source.slice(2)) };
  const words = source.split('|').flatMap((part) => {
    if (!part.startsWith('@')) return [part];
    const set = sets[part.slice(1)];
    if (set === undefined) throw new Error(`There is no set of words ${part}.`);
    return set.split(/\s+/).filter((word) => word !== '');
  });
  return { kind: 'words', words: new Set(words) };
}

/** All ways to write a pattern without `{…}`. */
function expand(pattern: string, vocabulary: Vocabulary): string[][] {
  const name = /\{(\w+)\}/.exec(pattern)?.[1];
  if (name === undefined) return [pattern.split(' ').filter((slot) => slot !== '')];
  const sequences = vocabulary.sequences[name];
  if (sequences === undefined) throw new Error(`There are no sequences {${name}}.`);
  return sequences.flatMap((sequence) => expand(pattern.replace(`{${name}}`, sequence), vocabulary));
}
