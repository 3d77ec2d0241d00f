import type { Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix } from '../diagnostics/report.js';
import { nearest } from '../source/nearest.js';
import { isLoadable } from '../source/paths.js';
import type { Source } from '../source/source.js';
import { allParts, COMMAND_ENTRIES, LOAD_TYPES } from '../vocabulary/vocabulary.js';
import { endOf, isTextToken, type TokenLine } from './assemble.js';
import { loadTypeFor, plainTypeOf } from './load-types.js';
import * as t from './tokens.js';

/** The ways to give a line what it lacks at an index. */
export function requiredFixes(source: Source, line: TokenLine, at: number, need: string): (Fix | null)[] {
  const actual = line[at];
  if (actual === undefined) return [addTypeFix(source, line, need)];
  const place = source.range(actual.startOffset, endOf(actual));
  const before = source.range(actual.startOffset, actual.startOffset);
  const path = pathIn(line);
  if (need === NEEDS.type) return [changeToFix(place, loadTypeFor(actual.image, path))];
  const choices = CHOICES.get(need);
  if (choices !== undefined) {
    const near = nearest(actual.image, choices);
    // Where any of a few is as good, all of them are offered.
    const offered = near === null && need === NEEDS.format && t.isWord(actual) ? choices : [near];
    return offered.map((word) => changeToFix(place, word));
  }
  const type = LOAD_TYPES.find((word) => word === actual.image);
  if (need === NEEDS.as && type !== undefined && isLoadable(path, type))
    return [replaceFix('Insert AS', before, 'AS ')];
  if (need === NEEDS.text && !line.some(isTextToken)) {
    const words = source.range(actual.startOffset, endOf(line.at(-1) ?? actual));
    return [replaceFix('Put quotes around the text', words, `"${source.slice(words)}"`)];
  }
  if (need === NEEDS.equals && at === 2 && line.length === 3 && actual.tokenType !== t.Word)
    return [replaceFix('Insert =', before, '= ')];
  return [];
}

const NEEDS = {
  text: 'a text',
  equals: '= after the name',
  as: '"AS <TYPE>"',
  type: 'a type (FILE, DIR, REF, WORK, or LINES)',
  format: 'json or txt',
} as const;

/** The words that are wanted, by what is said of them. */
const CHOICES: ReadonlyMap<string, readonly string[]> = new Map(
  [...COMMAND_ENTRIES.values()]
    .flatMap(({ takes }) => allParts(takes))
    .flatMap((part) => {
      if (part.part === 'word' && part.need !== null && part.words.length > 1)
        return [[part.need, part.words]];
      if (part.part !== 'either') return [];
      const words = part.of.flatMap(([first]) => (first?.part === 'word' ? first.words : []));
      return words.length > 0 ? [[part.need, words]] : [];
    }),
);

/** `LOAD "roster.csv"` can only mean a table, `LOAD "essays/"` a folder; one document may be anything. */
function addTypeFix(source: Source, line: TokenLine, need: string): Fix | null {
  const type = plainTypeOf(pathIn(line));
  const last = line.at(-1);
  if (type === null || last === undefined || (need !== NEEDS.as && need !== NEEDS.type)) return null;
  const text = need === NEEDS.as ? `AS ${type}` : type;
  return replaceFix(`Add ${text}`, source.range(endOf(last), endOf(last)), ` ${text}`);
}

function pathIn(line: TokenLine): string {
  return line[1]?.image.replace(/^"|"$/g, '') ?? '';
}
