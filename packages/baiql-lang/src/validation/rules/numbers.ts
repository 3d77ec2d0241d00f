import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import type { Line, NumberOption, NumberValue } from '../../tree/index.js';
import { type LimitedWord, NUMBER_LIMITS, type NumberLimit } from '../../vocabulary/limits.js';
import type { RuleContext } from '../rule.js';

/** Numbers outside of what the engine allows. */
export function numbers({ tree }: RuleContext): Diagnostic[] {
  return tree.lines.flatMap((line) =>
    numbersOf(line).flatMap(([word, number]) => (number === null ? [] : checkNumber(word, number))),
  );
}

function numbersOf(line: Line): (readonly [LimitedWord, NumberValue | null])[] {
  switch (line.kind) {
    case 'model':
      return [
        ['TEMP', valueOf(line.temp)],
        ['TOP_P', valueOf(line.topP)],
      ];
    case 'limit':
      return [
        ['LIMIT', line.perMinute],
        ['PARALLEL', valueOf(line.parallel)],
        ['COST', valueOf(line.cost)],
      ];
    case 'run':
    case 'error':
      return [['RETRY', valueOf(line.retry)]];
    case 'retry':
      return [['RETRY', line.times]];
    case 'loop-start':
      return [['LOOP', line.times]];
    case 'get':
      return line.source?.kind === 'column-number' ? [['COL', line.source.number]] : [];
    default:
      return [];
  }
}

function valueOf(option: NumberOption | null): NumberValue | null {
  return option?.number ?? null;
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
