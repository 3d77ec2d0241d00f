import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import type { LineKind, NumberValue } from '../../tree/index.js';
import type { NumberLimit, NumberPart } from '../../vocabulary/parts.js';
import { COMMAND_ENTRIES, numbersAfter } from '../../vocabulary/vocabulary.js';
import { checkEach, type RuleContext } from '../rule.js';

/** The limits of numbers on lines of a kind, with the word that precedes each. */
const NUMBERS: ReadonlyMap<string, readonly (readonly [word: string, part: NumberPart])[]> = new Map(
  [...COMMAND_ENTRIES].flatMap(([word, { kind, syntax }]) => {
    const numbers = numbersAfter(word, syntax);
    // A number allowed at two positions is one field.
    const fields = new Map(numbers.map((each) => [each[1].field, each]));
    return fields.size === 0 ? [] : [[kind, [...fields.values()]] as const];
  }),
);

/** Numbers outside the engine's limits. */
export function numbers({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of(...([...NUMBERS.keys()] as LineKind[])), (line) =>
    (NUMBERS.get(line.kind) ?? []).flatMap(([word, { field, limit }]) => {
      const number = Reflect.get(line, field) as NumberValue | null;
      if (number === null) return [];
      // If something other than an option follows, it may be part of a number.
      const rest = line.broken ? source.text.slice(number.range.end.offset, line.range.end.offset) : '';
      return /^(?:\S|\s+[^\sA-Za-z])/.test(rest) ? [] : checkNumber(word, limit, number);
    }),
  );
}

function checkNumber(word: string, limit: NumberLimit, { value, range }: NumberValue): Diagnostic[] {
  if (limit.max === null) {
    return value > limit.min ? [] : [report('BQ107', `${word} must be above ${limit.min}`, range)];
  }
  const bounds = `between ${limit.min} and ${limit.max}`;
  if (value < limit.min || value > limit.max) return [report('BQ107', `${word} must be ${bounds}`, range)];
  if (!limit.whole || Number.isInteger(value)) return [];
  return [report('BQ107', `${word} must be a whole number ${bounds}`, range)];
}
