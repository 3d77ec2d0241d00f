import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { endOf, type TokenLine } from './assemble.js';
import type { Draft } from './draft.js';

/** Options of which a line can have only one, with what they decide. */
const EXCLUSIVE: ReadonlyMap<string, string> = new Map([
  ['EXECUTE', 'mode'],
  ['VALIDATE', 'mode'],
  ['QUIET', 'mode'],
  ['CACHE', 'cache'],
  ['NOCACHE', 'cache'],
  ['AGGREGATE', 'grouping'],
  ['SEPARATE', 'grouping'],
  ['MATCH', 'grouping'],
]);

interface Option {
  readonly token: IToken;
  readonly end: number;
  /** Options of one kind exclude each other. */
  readonly kind: string;
  readonly label: string;
}

function optionsOf(draft: Draft): Option[] {
  const options: Option[] = draft.words.map((token) => {
    const label = token.image.toUpperCase();
    const kind = EXCLUSIVE.get(label) ?? label;
    return { token, end: endOf(token), kind, label };
  });
  for (const { option: token, number } of draft.numbers) {
    if (token === null || draft.words.includes(token)) continue;
    const kind = token.image.toUpperCase();
    options.push({ token, end: number.range.end.offset, kind, label: kind });
  }
  for (const { option: token, value } of draft.formats) {
    options.push({ token, end: endOf(value), kind: 'FORMAT', label: `FORMAT ${value.image.toLowerCase()}` });
  }
  const last = draft.names.at(-1);
  for (const token of draft.fields) {
    const end = last === undefined ? endOf(token) : endOf(last);
    // Fields are keys of JSON.
    const isText = draft.formats.some(({ value }) => value.image.toLowerCase() === 'txt');
    options.push({ token, end, kind: isText ? 'FORMAT' : 'FIELDS', label: 'FIELDS' });
  }
  return options;
}

/** Options that contradict or repeat an earlier one of their line. */
export function optionErrors(source: Source, line: TokenLine, draft: Draft): Diagnostic[] {
  const options = optionsOf(draft);
  if (new Set(options.map(({ kind }) => kind)).size === options.length) return [];
  return options.flatMap((option, index) => {
    const earlier = options.slice(0, index).find((other) => other.kind === option.kind);
    if (earlier === undefined) return [];
    const before = line[line.indexOf(option.token) - 1] ?? earlier.token;
    const place = source.range(option.token.startOffset, option.end);
    const fixes = [replaceFix('Remove it', source.range(endOf(before), option.end), '')];
    return earlier.label === option.label
      ? [report('BQ104', `Unexpected ${option.token.image} after ${before.image}`, place, { fixes })]
      : [report('BQ502', `${earlier.label} and ${option.label} exclude each other`, place, { fixes })];
  });
}
