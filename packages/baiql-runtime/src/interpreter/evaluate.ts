import type { PlanExpression, PlanText } from '@promptwell/baiql-lang';
import type { PlainValue } from '../records.js';
import { DEEPEST, LIMITS } from './limits.js';
import { BoundError } from './script-error.js';
import { add, calculate, checkText, contains, inOrder, isEqual, isTrue, toText } from './values.js';

/** Returns the value of an upper-case name. @throws TransactionError if it has none. */
export type Lookup = (name: string) => PlainValue;

/** @throws TransactionError for a division by zero, a text instead of a number, or a name without a value. */
export function evaluate(expression: PlanExpression, lookup: Lookup, depth = 0): PlainValue {
  if (depth > DEEPEST) throw new BoundError(`An expression is nested more than ${DEEPEST} deep.`);
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'text':
      return fillText(expression.parts, lookup);
    case 'switch':
      return expression.on;
    case 'name':
      return lookup(expression.name);
    case 'not':
      return !isTrue(evaluate(expression.operand, lookup, depth + 1));
    case 'binary':
      return evaluateBinary(expression, lookup, depth + 1);
  }
}

function evaluateBinary(
  { operator, left, right }: Extract<PlanExpression, { kind: 'binary' }>,
  lookup: Lookup,
  depth: number,
): PlainValue {
  const first = evaluate(left, lookup, depth);
  // AND and OR short-circuit.
  if (operator === 'AND') return isTrue(first) && isTrue(evaluate(right, lookup, depth));
  if (operator === 'OR') return isTrue(first) || isTrue(evaluate(right, lookup, depth));
  const second = evaluate(right, lookup, depth);
  switch (operator) {
    case '+':
      return add(first, second);
    case '-':
    case '*':
    case '/':
      return calculate(operator, first, second);
    case '=':
      return isEqual(first, second);
    case '!=':
      return !isEqual(first, second);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inOrder(operator, first, second);
    case 'CONTAINS':
      return contains(first, second);
  }
}

/** Fills a text's placeholders. @throws BoundError if the result is too long. */
export function fillText(parts: PlanText, lookup: Lookup): string {
  let text = '';
  for (const part of parts) {
    text += 'literal' in part ? part.literal : toText(lookup(part.name));
    // Checked while filling, so that an oversized text is never built in full.
    if (text.length > LIMITS.valueCharacters) return checkText(text);
  }
  return text;
}
