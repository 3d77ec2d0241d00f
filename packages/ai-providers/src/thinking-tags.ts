interface Part {
  type: 'text' | 'reasoning';
  text: string;
}

interface Tag {
  open: string;
  close: string;
}

const TAGS: readonly Tag[] = ['think', 'thinking', 'thought'].map((name) => ({
  open: `<${name}>`,
  close: `</${name}>`,
}));

/** A text that begins with more blanks has no tag at its head. */
const MOST_BLANKS = 1_000;

/**
 * Tells the thinking at the head of a text from the answer after it: DeepSeek R1, Qwen and others write
 * `<think>…</think>` first, and many servers pass it on as text. The same tag further on belongs to the answer.
 */
export class ThinkingTags {
  #held = '';
  #tag: Tag | undefined;
  #hasThought = false;
  #isAnswer = false;

  /** The parts of the next delta; what may still be the beginning of a tag waits for the one after it. */
  *read(delta: string): Generator<Part> {
    if (this.#isAnswer) {
      yield { type: 'text', text: delta };
      return;
    }
    this.#held += delta;
    this.#tag ??= this.#openTag();
    let tag = this.#tag;
    while (tag) {
      const isClosed: boolean = yield* this.#readThinking(tag);
      if (!isClosed) break;
      tag = this.#tag = this.#openTag();
    }
    if (this.#isOver()) yield* this.#release('text');
  }

  /** What was still waiting when the text ended. */
  *end(): Generator<Part> {
    yield* this.#release(this.#tag ? 'reasoning' : 'text');
  }

  /** A function, as the compiler does not see that `#openTag` decides it. */
  #isOver(): boolean {
    return this.#isAnswer;
  }

  #openTag(): Tag | undefined {
    const head = this.#held.trimStart();
    const tag = tagAt(head);
    if (tag) {
      this.#hasThought = true;
      this.#held = head.slice(tag.open.length);
      return tag;
    }
    // The blank lines between the thinking and the answer belong to neither.
    if (this.#hasThought) this.#held = head;
    this.#isAnswer = this.#held.length > MOST_BLANKS || !TAGS.some(({ open }) => open.startsWith(head));
    return undefined;
  }

  /** Up to its end, if that has arrived. Returns whether it has. */
  *#readThinking(tag: Tag): Generator<Part, boolean> {
    const end = this.#held.indexOf(tag.close);
    const length = end === -1 ? this.#held.length - overlap(this.#held, tag.close) : end;
    if (length > 0) yield { type: 'reasoning', text: this.#held.slice(0, length) };
    this.#held = this.#held.slice(end === -1 ? length : length + tag.close.length);
    return end !== -1;
  }

  *#release(type: Part['type']): Generator<Part> {
    const text = this.#held;
    this.#held = '';
    if (text !== '') yield { type, text };
  }
}

const tagAt = (text: string): Tag | undefined => TAGS.find(({ open }) => text.startsWith(open));

/** How many characters at the end of the text may be the beginning of the tag. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
}
