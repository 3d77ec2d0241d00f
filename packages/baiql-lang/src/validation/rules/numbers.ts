import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import type { Line, NumberOption, NumberValue } from '../../tree/index.js';
import { type LimitedWord, NUMBER_LIMITS, type NumberLimit } from '../../vocabulary/limits.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';

/** Numbers outside of what the engine allows. */
export function numbers({ source, lines }: RuleContext): Diagnostic[] {
  return eachOf(lines.of('model', 'limit', 'run', 'error', 'retry', 'loop-start', 'get'), (line) =>
    numbersOf(line).flatMap(([word, number]) => {
      if (number === null) return [];
      // Where something follows that is no option, it may be half of a number.
      const rest = line.broken ? source.text.slice(number.range.end.offset, line.range.end.offset) : '';
      return /^(?:\S|\s+[^\sA-Za-z])/.test(rest) ? [] : checkNumber(word, number);
    }),
  );
}

type BoundedNumber = readonly [LimitedWord, NumberValue | null];

function numbersOf(line: Line): BoundedNumber[] {
  if (line.kind === 'model') {
    return [bounded('TEMP', line.temp), bounded('TOP_P', line.topP), bounded('MAX_TOKENS', line.maxTokens)];
  }
  if (line.kind === 'limit') {
    return [['LIMIT', line.perMinute], bounded('PARALLEL', line.parallel), bounded('COST', line.cost)];
  }
  if (line.kind === 'run' || line.kind === 'error') return [bounded('RETRY', line.retry)];
  if (line.kind === 'retry') return [['RETRY', line.times]];
  if (line.kind === 'loop-start') return [['LOOP', line.times]];
  const isColumn = line.kind === 'get' && line.source?.kind === 'column-number';
  return isColumn ? [['COL', line.source.number]] : [];
}

function bounded(word: LimitedWord, option: NumberOption | null): BoundedNumber {
  return [word, option?.number ?? null];
}

function checkNumber(word: LimitedWord, { value, range }: NumberValue): Diagnostic[] {
  const limit: NumberLimit = NUMBER_LIMITS[word];
  if (limit.most === null) {
    return value > limit.least ? [] : [report('BQ107', `${word} must be above ${limit.least}`, range)];
  }
  const bounds = `between ${limit.least} and ${limit.most}`;
  if (value < limit.least || value > limit.most) return [report('BQ107', `${word} must be ${bounds}`, range)];
  if (!limit.whole || Number.isInteger(value)) return [];
  return [report('BQ107', `${word} must be a whole number ${bounds}`, range)];
}
