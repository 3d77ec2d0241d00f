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

/** A text that begins with more whitespace has no leading tag. */
const MAX_BLANKS = 1_000;

/**
 * Separates reasoning at the beginning of a text from the answer: DeepSeek R1, Qwen and others write `<think>…</think>`
 * first, and many servers pass it on as text. The same tag later in the text is part of the answer.
 */
export class ThinkingTags {
  #held = '';
  #tag: Tag | undefined;
  #hasThought = false;
  #isAnswer = false;

  /** Splits the next delta. A possible beginning of a tag is held back until the next one. */
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

  /** Flushes held-back text at the end. */
  *end(): Generator<Part> {
    yield* this.#release(this.#tag ? 'reasoning' : 'text');
  }

  /** A method, since the compiler doesn't see that `#openTag` changes the field. */
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
    // Blank lines between reasoning and answer are dropped.
    if (this.#hasThought) this.#held = head;
    this.#isAnswer = this.#held.length > MAX_BLANKS || !TAGS.some(({ open }) => open.startsWith(head));
    return undefined;
  }

  /** Reads up to the closing tag. Returns whether it was found. */
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

/** Length of the longest suffix of the text that may begin the tag. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
}
