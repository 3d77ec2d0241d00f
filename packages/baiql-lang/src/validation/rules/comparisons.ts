import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { readNumber } from '../../source/numbers.js';
import type { Source } from '../../source/source.js';
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

/** `GRADE = 1 OR 2`: a value beside AND or OR that nothing is compared with, which therefore asks nothing. */
export function valuesCompared({ source, lines }: RuleContext): Diagnostic[] {
  return eachOf(lines.of('if-start', 'loop-start'), (line) => {
    const condition = line.broken ? null : expressionOf(line);
    const alone = condition === null ? [] : valuesAlone(condition);
    const [first] = alone;
    if (first === undefined) return [];
    const edits = alone.flatMap(({ place, meant }) =>
      meant === null ? [] : replaceFix('', place.range, meant(source)).edits,
    );
    const fixes = edits.length < alone.length ? [] : [{ title: 'Compare it with the same', edits }];
    const message = `${source.slice(first.value.range)} isn’t compared with anything`;
    return [report('BQ412', message, first.value.range, { fixes })];
  });
}

type Binary = Extract<Expression, { kind: 'binary' }>;

interface Alone {
  readonly value: Expression;
  /** What is to be written anew, and how; null where nobody can know what it was meant to be compared with. */
  readonly place: Expression;
  readonly meant: ((source: Source) => string) | null;
}

function valuesAlone(expression: Expression): Alone[] {
  if (expression.kind === 'not') return valuesAlone(expression.operand);
  if (expression.kind === 'group') return valuesAlone(expression.inner);
  if (expression.kind !== 'binary') return [];
  if (!isJoint(expression)) return comparedWithSeveral(expression);
  const { operator, left, right } = expression;
  const before = operator === 'OR' ? lastComparison(left) : null;
  const meant = before !== null && isPlain(before) ? comparing(before, right) : null;
  return [
    ...(isLiteral(left) ? [{ value: left, place: left, meant: null }] : valuesAlone(left)),
    ...(isLiteral(right) ? [{ value: right, place: right, meant }] : valuesAlone(right)),
  ];
}

/** `GRADE = ("A" OR "B")`: only the first of them would be looked at, if that. */
function comparedWithSeveral(comparison: Binary): Alone[] {
  const { right } = comparison;
  const joint = right.kind === 'group' && right.inner.kind === 'binary' ? right.inner : null;
  if (joint === null || !isPlain(comparison) || !isJointOfLiterals(joint)) return [];
  const meant = (source: Source): string => `(${comparing(comparison, joint)(source)})`;
  return [{ value: joint.right, place: comparison, meant }];
}

/** What is not equal to one or the other is equal to neither: that is another thing to write. */
const isPlain = ({ operator }: Binary): boolean => operator === '=' || operator === 'CONTAINS';

/** A value compared as in a comparison; of several, each. */
function comparing(comparison: Binary, value: Expression): (source: Source) => string {
  return (source) =>
    value.kind === 'binary'
      ? `${comparing(comparison, value.left)(source)} ${value.operator} ${comparing(comparison, value.right)(source)}`
      : `${source.slice(comparison.left.range)} ${comparison.operator} ${source.slice(value.range)}`;
}

function isJointOfLiterals(value: Expression): boolean {
  if (value.kind !== 'binary') return isLiteral(value);
  return isJoint(value) && isJointOfLiterals(value.left) && isJointOfLiterals(value.right);
}

function isLiteral(value: Expression): boolean {
  return value.kind === 'number' || (value.kind === 'text' && plainText(value) !== null);
}

const isJoint = ({ operator }: Binary): boolean => operator === 'AND' || operator === 'OR';

/** The comparison that is read last before what follows. */
function lastComparison(expression: Expression): Binary | null {
  if (expression.kind !== 'binary') return null;
  if (!isJoint(expression)) return expression;
  return lastComparison(expression.right) ?? lastComparison(expression.left);
}
