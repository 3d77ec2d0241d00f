import type { Range } from '../source/position.js';

/** A literal part of a text; `text` has escapes resolved. */
export interface Literal {
  readonly kind: 'literal';
  readonly text: string;
}

/** `{NAME}`; the range includes the braces. */
export interface Placeholder {
  readonly kind: 'placeholder';
  /** The name in upper case. */
  readonly name: string;
  readonly written: string;
  readonly range: Range;
}

export type TextPart = Literal | Placeholder;

/** A text: quoted, a block, or unquoted (paths and models only). */
export interface Text {
  readonly kind: 'text';
  readonly form: 'quoted' | 'block' | 'bare';
  readonly parts: readonly TextPart[];
  readonly range: Range;
  /** False if the closing quote is missing. */
  readonly closed: boolean;
}

export interface NumberValue {
  readonly kind: 'number';
  readonly value: number;
  readonly range: Range;
}

export interface Switch {
  readonly kind: 'switch';
  readonly on: boolean;
  readonly range: Range;
}

/** A name, with or without braces (the range includes them). */
export interface Name {
  readonly kind: 'name';
  /** The name in upper case. */
  readonly name: string;
  readonly written: string;
  readonly braces: boolean;
  readonly range: Range;
}

export interface Not {
  readonly kind: 'not';
  readonly operand: Expression;
  readonly range: Range;
}

export const BINARY_OPERATORS = [
  'OR',
  'AND',
  'CONTAINS',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
] as const;
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

export interface Binary {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly range: Range;
}

/** An expression in parentheses. */
export interface Group {
  readonly kind: 'group';
  readonly inner: Expression;
  readonly range: Range;
}

export type Expression = Text | NumberValue | Switch | Name | Not | Binary | Group;
