import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import { extensionOf } from '../source/paths.js';
import type { Source } from '../source/source.js';
import { LOADABLE, OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import { SETTING_WORDS } from '../vocabulary/vocabulary.js';
import { endOf, type TextToken, type TokenLine } from './assemble.js';
import { isKnownEscape } from './build-text.js';
import * as t from './tokens.js';

// What may follow a path or a text on its line: a missing quote belongs before it.
const TAILS: Readonly<Record<string, RegExp>> = {
  LOAD: /[ \t]+AS(?:[ \t]+[A-Z]+)?(?:[ \t]+MATCH[ \t].*)?[ \t]*$/,
  MODEL: /(?:[ \t]+(?:TEMP|TOP_P)[ \t]+[0-9.]+)+[ \t]*$/,
  OUTPUT: /(?:[ \t]+(?:AGGREGATE|SEPARATE|MATCH|FORMAT[ \t]+(?:json|txt)))+[ \t]*$/,
  PROMPT: /[ \t]+OPTIMIZE[ \t]*$/,
  BATCH_START: /[ \t]+(?:EXECUTE|VALIDATE|QUIET)[ \t]*$/,
};

/** Nobody writes longer ones, and the expressions take quadratic time for blanks that nothing follows. */
const LONGEST_TAIL = 200;

/** The diagnostic of a text whose closing quote is missing. */
export function unclosedText(source: Source, line: TokenLine, token: TextToken): Diagnostic {
  const { open } = token.payload;
  if (open.tokenType === t.BlockOpen) {
    return isDamaged(token)
      ? damagedQuotes(source, open)
      : report('BQ102', 'Unclosed text block (missing """)', source.range(open.startOffset, endOf(open)));
  }
  const end = endOf(token);
  const lastPart = token.image.slice(-LONGEST_TAIL);
  const tail = TAILS[line[0]?.tokenType.name ?? '']?.exec(lastPart);
  const fixAt = tail == null ? end : end - lastPart.length + tail.index;
  const fix = replaceFix('Add the missing "', source.range(fixAt, fixAt), '"');
  const isWhole = looksWhole(line, source.text.slice(token.startOffset + 1, fixAt));
  const place = source.range(token.startOffset, end);
  return report('BQ101', 'Unclosed text (missing ")', place, { fixes: [isWhole ? fix : null] });
}

/** Whether a text can be all of what was meant: half a path, or half a list of columns, is none. */
function looksWhole(line: TokenLine, text: string): boolean {
  const [command, name] = line;
  if (SETTING_WORDS.has(name?.image.toUpperCase() ?? '')) return false;
  const extension = extensionOf(text);
  const word = command?.tokenType.name ?? '';
  if (word === 'OUTPUT') return OUTPUT_FORMATS.some((format) => format === extension);
  if (word === 'LOAD') return extension === '' ? text.endsWith('/') : KNOWN_EXTENSIONS.has(extension);
  // An escaped quote or a sign is rather the end of the text, with the rest of the value after it.
  return !WITH_EXPRESSION.has(word) || !/\\"| \+ |[<>=]|^\s*[A-Z][A-Z0-9_]*\s*$/.test(text);
}

const WITH_EXPRESSION = new Set(['SET', 'GLOBAL', 'IF']);

const KNOWN_EXTENSIONS = new Set(Object.values(LOADABLE).flatMap(({ extensions }) => extensions));

/** Whether something else stands where the opening quotes of a block belong. */
export function isDamaged({ payload: { open } }: TextToken): boolean {
  return open.tokenType === t.BlockOpen && open.image !== BLOCK_QUOTES;
}

const BLOCK_QUOTES = '"""';

function damagedQuotes(source: Source, open: IToken): Diagnostic {
  const place = source.range(open.startOffset, endOf(open));
  const fixes = [replaceFix('Write """', place, BLOCK_QUOTES)];
  return report('BQ101', 'Unclosed text (missing ")', place, { fixes });
}

/** The diagnostics of a text's backslashes that mean nothing. */
export function unknownEscapes(source: Source, token: TextToken): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const piece of token.payload.pieces) {
    if (found.length >= MOST_MISTAKES) break;
    if (piece.tokenType !== t.Escape || isKnownEscape(piece.image.slice(1))) continue;
    const start = piece.startOffset;
    const fix = replaceFix('Drop the backslash', source.range(start, start + 1), '');
    const place = source.range(start, endOf(piece));
    found.push(report('BQ108', `Unknown escape ${piece.image}`, place, { fixes: [fix] }));
  }
  return found;
}
