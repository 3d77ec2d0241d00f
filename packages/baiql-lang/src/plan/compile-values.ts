import type { Expression, NumberValue, Text } from '../tree/index.js';
import type { PlanExpression, PlanText } from './plan.js';

/** A text for the engine; empty if missing. */
export function compileText(text: Text | null): PlanText {
  return (text?.parts ?? []).map((part) =>
    part.kind === 'literal' ? { literal: part.text } : { name: part.name, written: part.written },
  );
}

export function compileOptionalText(text: Text | null): PlanText | null {
  return text === null ? null : compileText(text);
}

export function numberOf(number: NumberValue | null): number | null {
  return number?.value ?? null;
}

/** An expression for the engine, without parentheses; missing operands are empty texts. */
export function compileExpression(expression: Expression | null): PlanExpression {
  switch (expression?.kind) {
    case undefined:
      return { kind: 'text', parts: [] };
    case 'number':
      return { kind: 'number', value: expression.value };
    case 'text':
      return { kind: 'text', parts: compileText(expression) };
    case 'switch':
      return { kind: 'switch', on: expression.on };
    case 'name':
      return { kind: 'name', name: expression.name };
    case 'group':
      return compileExpression(expression.inner);
    case 'not':
      return { kind: 'not', operand: compileExpression(expression.operand) };
    case 'binary':
      return {
        kind: 'binary',
        operator: expression.operator,
        left: compileExpression(expression.left),
        right: compileExpression(expression.right),
      };
  }
}

/** A condition as readable text, with placeholders as written. */
export function printCondition(condition: Expression | null): PlanText {
  return [{ literal: condition === null ? '' : printed(condition) }];
}

function printed(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return `"${expression.parts.map((part) => (part.kind === 'literal' ? part.text : `{${part.written}}`)).join('')}"`;
    case 'switch':
      return expression.on ? 'ON' : 'OFF';
    case 'name':
      return expression.written;
    case 'group':
      return `(${printed(expression.inner)})`;
    case 'not':
      return `NOT ${printed(expression.operand)}`;
    case 'binary':
      return `${printed(expression.left)} ${expression.operator} ${printed(expression.right)}`;
  }
}
