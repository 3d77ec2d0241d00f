import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { MAX_DIAGNOSTICS } from '../vocabulary/limits.js';
import { syntaxOf } from '../vocabulary/vocabulary.js';
import { endOf, isTextToken, rangeOf, type TextToken, type TokenLine } from './assemble.js';
import { isEscapeInPath, isKnownEscape } from './build-text.js';
import type { ReadLine, ReadOption } from './line-parser.js';
import * as t from './tokens.js';

/** Mistakes that do not prevent the line from being understood. */
export function typos(source: Source, tokens: TokenLine, read: ReadLine): Diagnostic[] {
  const [first] = read.words;
  if (first === undefined) return [];
  const found: Diagnostic[] = [];
  let before = first;
  for (const token of tokens) {
    if (found.length >= MAX_DIAGNOSTICS) break;
    if (isTextToken(token)) {
      const isPath = (before === first && isPathFirst(first)) || before.tokenType.name === 'FILE';
      const isLeft = isPattern(tokens, before) || (isPathFirst(first) && OWN_DISK.test(token.image));
      const escapes = isLeft ? [] : unknownEscapes(source, token, isPath);
      for (const escape of escapes) found.push(escape);
    } else if (isMiscased(token) && (t.isReservedWord(token.tokenType.name) || read.words.includes(token))) {
      const word = token.image.toUpperCase();
      const place = rangeOf(source, token);
      const fixes = [replaceFix(`Change to ${word}`, place, word)];
      found.push(report('BQ106', `Write ${word} in upper case`, place, { fixes }));
    }
    before = token;
  }
  for (const error of optionErrors(source, tokens, read)) found.push(error);
  return found;
}

function isMiscased(token: IToken): boolean {
  const type = token.tokenType;
  return type !== t.Word && token.image !== type.name && t.KEYWORD_TYPES.has(type.name);
}

function isPathFirst({ tokenType }: IToken): boolean {
  return syntaxOf(tokenType.name)[0]?.part === 'path';
}

/** Local paths get a message of their own. */
const OWN_DISK = /^"(?:[A-Za-z]:\\|\\\\)\S/;

/** Backslashes have another meaning in regular expressions. */
function isPattern(tokens: TokenLine, before: IToken): boolean {
  return tokens[0]?.tokenType.name === 'GET' && before.tokenType.name === 'MATCH';
}

/** Diagnostics for invalid escapes. In a path a backslash separates folders: `essays\*.txt`. */
function unknownEscapes(source: Source, token: TextToken, isPath: boolean): Diagnostic[] {
  const found: Diagnostic[] = [];
  const isKnown = isPath ? isEscapeInPath : isKnownEscape;
  for (const piece of token.payload.pieces) {
    if (found.length >= MAX_DIAGNOSTICS) break;
    if (piece.tokenType !== t.Escape || isKnown(piece.image.slice(1))) continue;
    const start = piece.startOffset;
    const backslash = source.range(start, start + 1);
    const fix = isPath
      ? replaceFix('Write /', backslash, '/')
      : replaceFix('Drop the backslash', backslash, '');
    found.push(report('BQ108', `Unknown escape ${piece.image}`, rangeOf(source, piece), { fixes: [fix] }));
  }
  return found;
}

/** Options that contradict or repeat an earlier one on their line. */
function optionErrors(source: Source, line: TokenLine, read: ReadLine): Diagnostic[] {
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

/** The option's word; FORMAT together with its value. */
function labelOf(source: Source, { token, end }: ReadOption): string {
  const word = token.tokenType.name;
  if (word !== 'FORMAT') return word;
  return `FORMAT ${source.text.slice(endOf(token), end).trim().toLowerCase()}`;
}
