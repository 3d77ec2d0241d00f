import type { IToken } from 'chevrotain';
import { foldName } from '../source/names.js';
import type { Source } from '../source/source.js';
import {
  type Binary,
  BINARY_OPERATORS,
  type Expression,
  type Group,
  type Name,
  type Not,
  type NumberValue,
  type Switch,
} from '../tree/expressions.js';
import { rangeOf } from './assemble.js';
import * as t from './tokens.js';

export { buildText as text } from './build-text.js';

export function number(source: Source, minus: IToken | undefined, digits: IToken): NumberValue {
  const value = Number(digits.image);
  return {
    kind: 'number',
    value: minus === undefined ? value : -value,
    range: rangeOf(source, minus ?? digits, digits),
  };
}

export function switchValue(source: Source, token: IToken): Switch {
  return { kind: 'switch', on: token.image.toUpperCase() === 'ON', range: rangeOf(source, token) };
}

/** A name from a word or from a placeholder outside of a text. */
export function name(source: Source, token: IToken): Name {
  const braces = token.tokenType === t.Placeholder;
  const written = braces ? token.image.slice(1, -1) : token.image;
  return { kind: 'name', name: foldName(written), written, braces, range: rangeOf(source, token) };
}

export function group(source: Source, open: IToken, inner: Expression, close: IToken): Group {
  return { kind: 'group', inner, range: rangeOf(source, open, close) };
}

export function not(source: Source, operator: IToken, operand: Expression): Not {
  return {
    kind: 'not',
    operand,
    range: source.range(operator.startOffset, operand.range.end.offset),
  };
}

export function binary(source: Source, token: IToken, left: Expression, right: Expression): Binary {
  const written = token.image.toUpperCase();
  const operator = BINARY_OPERATORS.find((each) => each === written);
  if (operator === undefined) throw new Error(`Not an operator: ${token.image}`);
  return {
    kind: 'binary',
    operator,
    left,
    right,
    range: source.range(left.range.start.offset, right.range.end.offset),
  };
}
