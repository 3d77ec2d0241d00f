import { equalKey } from '@promptwell/text/equal-key';
import { parseNumber } from '@promptwell/text/parse-number';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import { isReservedWord } from '../../parsing/tokens.js';
import { isName, nameOfHeader } from '../../source/names.js';
import type { Source } from '../../source/source.js';
import { type BinaryOperator, type Expression, type Line, plainText } from '../../tree/index.js';
import { checkEach, knownNames, type RuleContext } from '../rule.js';

/** Numeric operators. `+` also concatenates texts. */
const NUMERIC = new Set<BinaryOperator>(['<', '<=', '>', '>=', '-', '*', '/']);

/** Text literals where a number is required. */
export function numbersCompared(context: RuleContext): Diagnostic[] {
  const { source, lines } = context;
  const known = knownNames(context);
  return checkEach(lines.of(...WITH_EXPRESSION), (line) =>
    binariesOf(line).flatMap(({ operator, left, right }) => {
      const wrong = NUMERIC.has(operator) ? [left, right].filter(isNoNumber) : [];
      return wrong.map((value) => {
        const message = `${operator} needs numbers, and ${source.slice(value.range)} is not a number`;
        return report('BQ411', message, value.range, {
          fixes: [changeToFix(value.range, nameInQuotes(value, known))],
        });
      });
    }),
  );
}

/** `"RATING" = "good"`: two texts, one of which should be a name. */
export function quotedNames(context: RuleContext): Diagnostic[] {
  const equated = findQuotedNames(context).filter(({ operator }) => EQUATING.has(operator));
  return checkEach(equated, ({ value: { range }, name }) => {
    const message = `${context.source.slice(range)} is a text here, not a name`;
    return [report('BQ415', message, range, { fixes: [changeToFix(range, name)] })];
  });
}

/** `"Straße"` compared: equal to STRASSE, which earlier versions told apart. */
export function widelyCompared({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of(...WITH_EXPRESSION), (line) =>
    binariesOf(line)
      .filter(({ operator }) => EQUATING.has(operator))
      .flatMap(({ left, right }) => [left, right])
      .flatMap((value) => {
        const text = value.kind === 'text' ? plainText(value)?.trim() : undefined;
        const key = equalKey(text ?? '');
        if (text === undefined || key === text.normalize('NFC').toLowerCase()) return [];
        return [report('BQ430', `${source.slice(value.range)} equals ${key} as well`, value.range)];
      }),
  );
}

interface QuotedName {
  readonly operator: BinaryOperator;
  readonly value: Expression;
  readonly name: string;
}

/** Texts that should be names, since they make no sense as texts. */
export function findQuotedNames(context: RuleContext): QuotedName[] {
  const known = knownNames(context);
  return context.lines.of(...WITH_EXPRESSION).flatMap((line) =>
    binariesOf(line).flatMap(({ operator, left, right }) => {
      const isEquated = EQUATING.has(operator);
      if (isEquated ? !isText(left) || !isText(right) : !NUMERIC.has(operator)) return [];
      const named = [left, right].flatMap((value) => {
        const name = nameInQuotes(value, known);
        return name === null ? [] : [{ operator, value, name }];
      });
      return isEquated && named.length > 1 ? [] : named;
    }),
  );
}

const EQUATING = new Set<BinaryOperator>(['=', '!=', 'CONTAINS']);
const WITH_EXPRESSION = ['set', 'global', 'if-start', 'loop-start'] as const;

/** The name a text would be without quotes; null if it is unknown. */
function nameInQuotes(value: Expression, known: ReadonlySet<string>): string | null {
  const plain = value.kind === 'text' ? plainText(value) : null;
  const name = nameOfHeader(plain ?? '');
  return known.has(name) && isName(name) && !isReservedWord(name) ? name : null;
}

const isText = (value: Expression): boolean => value.kind === 'text' && plainText(value) !== null;

function expressionOf(line: Line): Expression | null {
  if (line.broken) return null;
  if (line.kind === 'set' || line.kind === 'global') return line.value;
  return line.kind === 'if-start' || line.kind === 'loop-start' ? line.condition : null;
}

/** Every calculation, comparison and concatenation of a line. */
function binariesOf(line: Line): Binary[] {
  const found: Binary[] = [];
  const visit = (expression: Expression): void => {
    if (expression.kind === 'not') visit(expression.operand);
    else if (expression.kind === 'group') visit(expression.inner);
    else if (expression.kind === 'binary') {
      visit(expression.left);
      found.push(expression);
      visit(expression.right);
    }
  };
  const expression = expressionOf(line);
  if (expression !== null) visit(expression);
  return found;
}

function isNoNumber(value: Expression): boolean {
  if (value.kind === 'switch') return true;
  const text = value.kind === 'text' ? plainText(value) : null;
  return text !== null && parseNumber(text) === null;
}

const COMPARING = new Set<BinaryOperator>(['<', '<=', '>', '>=', '=', '!=', 'CONTAINS', 'AND', 'OR']);

/**
 * Dates, school years, ranges and telephone numbers, without spaces (the formatter adds spaces around each operator).
 */
const WRITTEN = /^(?:(?:19|20)\d\d-\d\d?-\d\d?|\d\d?([-/])\d\d?\1(?:19|20)\d\d|\d+-\d+|(?:19|20)\d\d\/\d\d)$/;

const LONGEST_WRITTEN = 40;

/** `SET DUE = 2026-01-31`: numbers, whose difference is 1994. */
export function textsCalculated({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of(...WITH_EXPRESSION), (line) => {
    const all = binariesOf(line);
    return all.flatMap((each) => {
      const { start, end } = each.range;
      if (end.offset - start.offset > LONGEST_WRITTEN) return [];
      const written = source.slice(each.range).replace(/\s/g, '');
      // 2026-01 in 2026-01-31.
      const isPart = (): boolean =>
        all.some(({ operator, left }) => left === each && !COMPARING.has(operator));
      if (!WRITTEN.test(written) || isPart()) return [];
      // As a text it could not be compared by size.
      const isSized = all.some(
        ({ operator, left, right }) => (left === each || right === each) && NUMERIC.has(operator),
      );
      const fixes = [isSized ? null : changeToFix(each.range, `"${written}"`)];
      return [
        report(
          'BQ420',
          `${written} is calculated as numbers here; to keep it as text, put it in quotes`,
          each.range,
          { fixes },
        ),
      ];
    });
  });
}

/** A number whose third decimal is 0, which is unlikely as a decimal. */
const GROUPED = /^[1-9]\d{0,2}\.\d\d0$/;

/** `RENT > 1.500`: the thousands separator in half of Europe. */
export function thousandsGrouped({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of(...WITH_EXPRESSION), (line) =>
    [expressionOf(line), ...binariesOf(line).flatMap(({ left, right }) => [left, right])].flatMap((value) => {
      if (value?.kind !== 'number') return [];
      const written = source.slice(value.range);
      if (!GROUPED.test(written)) return [];
      const whole = written.replace('.', '');
      // Only the author knows.
      const fixes = [replaceFix(`Use ${whole}`, value.range, whole)];
      const message = `${written} is ${value.value} here; if you mean ${whole}, remove the period`;
      return [report('BQ425', message, value.range, { fixes })];
    }),
  );
}

/** `GRADE = 1 OR 2`: an operand of AND or OR that is not compared with anything. */
export function valuesCompared({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of('if-start', 'loop-start'), (line) => {
    const condition = expressionOf(line);
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
  /** The replacement and its range; null if the intended comparison is unclear. */
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

/** `GRADE = ("A" OR "B")`: at most the first of them would be compared. */
function comparedWithSeveral(comparison: Binary): Alone[] {
  const { right } = comparison;
  const joint = right.kind === 'group' && right.inner.kind === 'binary' ? right.inner : null;
  if (joint === null || !isPlain(comparison) || !isJointOfLiterals(joint)) return [];
  const meant = (source: Source): string => `(${comparing(comparison, joint)(source)})`;
  return [{ value: joint.right, place: comparison, meant }];
}

/** Not equal to one OR the other would need AND. */
const isPlain = ({ operator }: Binary): boolean => operator === '=' || operator === 'CONTAINS';

/** A value in a comparison; of several, each. */
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

/** The last comparison before what follows. */
function lastComparison(expression: Expression): Binary | null {
  if (expression.kind !== 'binary') return null;
  if (!isJoint(expression)) return expression;
  return lastComparison(expression.right) ?? lastComparison(expression.left);
}
