import type { IToken } from 'chevrotain';
import type { Expression, NumberValue } from '../tree/expressions.js';

/** A number as read, with the option before it; without one it belongs to the command. */
export interface DraftNumber {
  readonly option: IToken | null;
  readonly number: NumberValue;
}

/**
 * What the grammar has read of a line so far. It survives a syntax error, so that a broken line still counts
 * as its command, with everything that stands before the mistake.
 */
export class Draft {
  /** What the latest requirement is about: the command, or the option that lacks something. */
  subject: IToken | null = null;
  /** The text, path or model right after the command. */
  text: IToken | null = null;
  /** The name right after the command; several for TRACK. */
  readonly names: IToken[] = [];
  /** AS of a LOAD, FROM of a GET. */
  link: IToken | null = null;
  /** The text after an option: MATCH of a LOAD, the source of a GET. */
  optionText: IToken | null = null;
  /** Options without a value, types and modes, in order. */
  readonly words: IToken[] = [];
  readonly numbers: DraftNumber[] = [];
  readonly formats: { readonly option: IToken; readonly value: IToken }[] = [];
  expression: Expression | null = null;
}
