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
  /** AS of a LOAD, FROM of a GET. */
  link: IToken | null = null;
  /** The text after an option: MATCH of a LOAD, the source of a GET. */
  optionText: IToken | null = null;
  expression: Expression | null = null;
  /** The name right after the command; several for TRACK. */
  names: readonly IToken[] = NONE;
  /** Options without a value, types and modes, in order. */
  words: readonly IToken[] = NONE;
  numbers: readonly DraftNumber[] = NONE;
  formats: readonly DraftFormat[] = NONE;
  /** FIELDS of an OUTPUT; its names are in `names`. */
  fields: readonly IToken[] = NONE;
}

export interface DraftFormat {
  readonly option: IToken;
  readonly value: IToken;
}

// Most lines have few of these; one empty list serves them all.
const NONE: readonly never[] = [];
