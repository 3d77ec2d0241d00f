import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { endOf, type TokenLine } from './assemble.js';
import type { ReadLine, ReadOption } from './line-parser.js';

/** Options that contradict or repeat an earlier one of their line. */
export function optionErrors(source: Source, line: TokenLine, read: ReadLine): Diagnostic[] {
  const { options } = read;
  if (options.length < 2) return [];
  const kindOf = ({ kind }: ReadOption): string =>
    isTextWithFields(read) && kind === 'FIELDS' ? 'FORMAT' : kind;
  return options.flatMap((option, index) => {
    const earlier = options.slice(0, index).find((other) => kindOf(other) === kindOf(option));
    if (earlier === undefined) return [];
    const before = line[line.indexOf(option.token) - 1] ?? earlier.token;
    const place = source.range(option.token.startOffset, option.end);
    const fixes = [replaceFix('Remove it', source.range(endOf(before), option.end), '')];
    const [label, other] = [labelOf(source, option), labelOf(source, earlier)];
    return label === other
      ? [report('BQ104', `Unexpected ${option.token.image} after ${before.image}`, place, { fixes })]
      : [report('BQ502', `${other} and ${label} exclude each other`, place, { fixes })];
  });
}

/** Fields are keys of JSON. */
function isTextWithFields({ fields }: ReadLine): boolean {
  const format = fields.format;
  return typeof format === 'object' && format !== null && 'word' in format && format.word === 'txt';
}

/** The option's word, and the format with FORMAT. */
function labelOf(source: Source, { token, end }: ReadOption): string {
  const word = token.tokenType.name;
  if (word !== 'FORMAT') return word;
  return `FORMAT ${source.text.slice(endOf(token), end).trim().toLowerCase()}`;
}
