import type { Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix } from '../diagnostics/report.js';
import { nearest } from '../source/nearest.js';
import { isLoadable } from '../source/paths.js';
import type { Source } from '../source/source.js';
import { LOAD_TYPES } from '../vocabulary/vocabulary.js';
import { endOf, isTextToken, type TokenLine } from './assemble.js';
import { loadTypeFor, plainTypeOf } from './load-types.js';
import { NEEDS } from './needs.js';
import * as t from './tokens.js';

/** The ways to give a line what it lacks at an index. */
export function requiredFixes(source: Source, line: TokenLine, at: number, need: string): (Fix | null)[] {
  const actual = line[at];
  if (actual === undefined) return [addTypeFix(source, line, need)];
  const place = source.range(actual.startOffset, endOf(actual));
  const before = source.range(actual.startOffset, actual.startOffset);
  const path = pathIn(line);
  if (need === NEEDS.type) return [changeToFix(place, loadTypeFor(actual.image, path))];
  const choices = CHOICES[need];
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

/** What may stand where something else does. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  [NEEDS.format]: ['json', 'txt'],
  [NEEDS.source]: ['COL', 'JSON', 'MATCH', 'FILE'],
  [NEEDS.loop]: ['WHILE', 'UNTIL'],
  [NEEDS.policy]: ['SKIP', 'HALT', 'RETRY'],
};
