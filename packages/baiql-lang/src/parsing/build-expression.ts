import type { IToken } from 'chevrotain';
import { foldName } from '../source/names.js';
import type { Source } from '../source/source.js';
import type {
  Binary,
  BinaryOperator,
  Expression,
  Group,
  Name,
  Not,
  NumberValue,
  Switch,
} from '../tree/expressions.js';
import { endOf } from './assemble.js';
import * as t from './tokens.js';

export { buildText as text } from './build-text.js';

export function number(source: Source, minus: IToken | undefined, digits: IToken): NumberValue {
  const value = Number(digits.image);
  return {
    kind: 'number',
    value: minus === undefined ? value : -value,
    range: source.range((minus ?? digits).startOffset, endOf(digits)),
  };
}

export function switchValue(source: Source, token: IToken): Switch {
  return {
    kind: 'switch',
    on: token.image.toUpperCase() === 'ON',
    range: source.range(token.startOffset, endOf(token)),
  };
}

/** A name from a word or from a placeholder outside of a text. */
export function name(source: Source, token: IToken): Name {
  const braces = token.tokenType === t.Placeholder;
  const written = braces ? token.image.slice(1, -1) : token.image;
  const range = source.range(token.startOffset, endOf(token));
  return { kind: 'name', name: foldName(written), written, braces, range };
}

export function group(source: Source, open: IToken, inner: Expression, close: IToken): Group {
  return { kind: 'group', inner, range: source.range(open.startOffset, endOf(close)) };
}

export function not(source: Source, operator: IToken, operand: Expression): Not {
  return {
    kind: 'not',
    operand,
    range: source.range(operator.startOffset, operand.range.end.offset),
  };
}

const OPERATORS: ReadonlyMap<string, BinaryOperator> = new Map(
  (['OR', 'AND', 'CONTAINS', '=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/'] as const).map(
    (operator) => [operator, operator],
  ),
);

export function binary(source: Source, token: IToken, left: Expression, right: Expression): Binary {
  const operator = OPERATORS.get(token.image.toUpperCase());
  if (operator === undefined) throw new Error(`Not an operator: ${token.image}`);
  return {
    kind: 'binary',
    operator,
    left,
    right,
    range: source.range(left.range.start.offset, right.range.end.offset),
  };
}
