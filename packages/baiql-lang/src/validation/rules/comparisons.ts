import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { readNumber } from '../../source/numbers.js';
import { type BinaryOperator, type Expression, type Line, plainText } from '../../tree/index.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';

/** What works on numbers alone. `+` puts texts together. */
const NUMERIC = new Set<BinaryOperator>(['<', '<=', '>', '>=', '-', '*', '/']);

/** Texts, written into the script, where only a number can stand. */
export function numbersCompared({ source, lines }: RuleContext): Diagnostic[] {
  return eachOf(lines.of('set', 'global', 'if-start', 'loop-start'), (line) => {
    const expression = line.broken ? null : expressionOf(line);
    const wrong = expression === null ? [] : textsAmongNumbers(expression);
    return wrong.map(({ operator, text }) =>
      report(
        'BQ411',
        `${operator} needs numbers, and ${source.slice(text.range)} is not a number`,
        text.range,
      ),
    );
  });
}

function expressionOf(line: Line): Expression | null {
  if (line.kind === 'set' || line.kind === 'global') return line.value;
  return line.kind === 'if-start' || line.kind === 'loop-start' ? line.condition : null;
}

interface Misplaced {
  readonly operator: BinaryOperator;
  readonly text: Expression;
}

function textsAmongNumbers(expression: Expression): Misplaced[] {
  if (expression.kind === 'not') return textsAmongNumbers(expression.operand);
  if (expression.kind === 'group') return textsAmongNumbers(expression.inner);
  if (expression.kind !== 'binary') return [];
  const { operator, left, right } = expression;
  const here = NUMERIC.has(operator) ? [left, right].filter(isNoNumber) : [];
  return [
    ...textsAmongNumbers(left),
    ...here.map((text) => ({ operator, text })),
    ...textsAmongNumbers(right),
  ];
}

function isNoNumber(value: Expression): boolean {
  if (value.kind === 'switch') return true;
  const text = value.kind === 'text' ? plainText(value) : null;
  return text !== null && readNumber(text) === null;
}
