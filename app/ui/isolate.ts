/** Letters that run from right to left, and signs that turn what follows. */
const TURNS_TEXT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A name for a sentence in plain text (a toast, a dialog's title): in a direction of its own, so that it leaves the words
 * around it in their order. In markup, `<bdi>` does the same.
 */
export const isolate = (name: string): string =>
  TURNS_TEXT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}` : name;
