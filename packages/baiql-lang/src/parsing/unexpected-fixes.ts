import type { IToken } from 'chevrotain';
import type { Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { nearest } from '../source/nearest.js';
import type { Source } from '../source/source.js';
import {
  allParts,
  BUILT_IN_WORDS,
  COMMAND_ENTRIES,
  INPUT_WORDS,
  NUMBER_LIMITS,
  optionsAfter,
  SETTING_WORDS,
} from '../vocabulary/vocabulary.js';
import { endOf, isBlock, isTextToken, type TokenLine } from './assemble.js';
import * as t from './tokens.js';

/** The ways to mend a line that goes on at an index with what is too much. */
export function unexpectedFixes(
  source: Source,
  line: TokenLine,
  at: number,
  extra: TokenLine,
): (Fix | null)[] {
  const first = line[at];
  const previous = line[at - 1];
  const command = line[0]?.tokenType.name ?? '';
  if (first === undefined || previous === undefined) return [];
  const place = source.range(first.startOffset, endOf(first));
  if (isRestart(first)) {
    return [newLineFix(source, line, previous, first)];
  }
  if (command === 'TRACK' && [previous, ...extra].every((word) => t.isWord(word) && isName(source, word)))
    return [commasFix(source, previous, extra)];
  const isDecimalComma = first.tokenType === t.Comma && previous.tokenType === t.Num && extra.length === 2;
  const isFraction = NUMBER_LIMITS.get(line[at - 2]?.tokenType.name ?? '')?.whole === false;
  if (isDecimalComma && isFraction && extra[1]?.tokenType === t.Num)
    return [replaceFix('Write a point', place, '.')];
  const path = previous.tokenType === t.BareWord ? pathQuotesFix(source, previous, extra) : null;
  if (path !== null) return [path];
  const option = first.tokenType === t.Word ? nearest(first.image, optionWords(command)) : null;
  if (fitsAfter(option, extra.slice(1)) && option !== null) return [changeToFix(place, option)];
  return [
    isProse(command, line) ? quotesFix(source, previous, extra) : null,
    canRemove(command, extra) ? removeFix(source, previous, extra) : null,
  ];
}

/** Whether a second statement begins with this token, as after a lost line end; some commands are options too. */
export function isRestart({ tokenType, image }: IToken): boolean {
  return image === tokenType.name && RESTARTING.has(image);
}

const OPTION_WORDS = new Set([...COMMAND_ENTRIES.keys()].flatMap((command) => optionWords(command)));

const RESTARTING: ReadonlySet<string> = new Set(
  [...COMMAND_ENTRIES].flatMap(([word, { takes, block }]) => {
    const isWhole = takes.length > 0 || block?.does === 'open' || block?.does === 'close';
    return isWhole && !OPTION_WORDS.has(word) ? [word] : [];
  }),
);

/** Whether what stands behind a mistyped option can stand behind the option: its number, and then the next option. */
function fitsAfter(option: string | null, rest: TokenLine): boolean {
  const next = NUMBER_LIMITS.has(option ?? '') && rest[0]?.tokenType === t.Num ? rest[1] : rest[0];
  return next === undefined || t.KEYWORD_TYPES.has(next.tokenType.name);
}

function optionWords(command: string): string[] {
  return optionsAfter(command).map((entry) => entry.word);
}

function newLineFix(source: Source, line: TokenLine, previous: IToken, first: IToken): Fix {
  const start = source.positionAt(line[0]?.startOffset ?? 0);
  const indent = source.text.slice(start.offset - start.column + 1, start.offset);
  const gap = source.range(endOf(previous), first.startOffset);
  return replaceFix(`Put ${first.image} on a line of its own`, gap, source.newline + indent);
}

/** Whether a word of a line stands elsewhere in the script too, or is given: then it is a name. */
function isName(source: Source, { image, startOffset }: IToken): boolean {
  if (BUILT_IN_WORDS.has(foldName(image)) || INPUT_WORDS.has(foldName(image))) return true;
  const { text } = source;
  for (let at = text.indexOf(image); at >= 0; at = text.indexOf(image, at + image.length)) {
    const isWhole = !NAME_CHARACTER.test(text.charAt(at - 1) + text.charAt(at + image.length));
    if (isWhole && at !== startOffset) return true;
  }
  return false;
}

const NAME_CHARACTER = /[\p{L}\p{N}_]/u;

/** `TRACK A B`: names want commas between them. */
function commasFix(source: Source, previous: IToken, extra: TokenLine): Fix {
  const words = [previous, ...extra];
  const edits = extra.flatMap((word, index) => {
    const gap = source.range(endOf(words[index] ?? previous), word.startOffset);
    return replaceFix('', gap, ', ').edits;
  });
  return { title: 'Put commas between the names', edits };
}

/** `my grades.csv`: a path with blanks wants quotes. */
function pathQuotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  if (last === undefined || extra.some(isTextToken)) return null;
  const place = source.range(previous.startOffset, endOf(last));
  if (!/\.[A-Za-z]{2,5}$/.test(source.slice(place))) return null;
  return replaceFix('Put quotes around the path', place, `"${source.slice(place)}"`);
}

/** A setting takes certain values only, none with quotes in it. */
function isProse(command: string, line: TokenLine): boolean {
  const takes = COMMAND_ENTRIES.get(command)?.takes ?? [];
  const hasText = takes.some(({ part }) => part === 'text' || part === 'expression');
  return hasText && !SETTING_WORDS.has(line[1]?.image.toUpperCase() ?? '');
}

/** `"She said "yes" to me"`: the quotes inside want a backslash. */
function quotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const isOneText = extra.some((token) => !isTextToken(token));
  if (!isOneText || !isTextToken(previous) || last?.image.endsWith('"') !== true) return null;
  if (previous.payload.open.tokenType !== t.TextOpen) return null;
  const inner = source.range(previous.startOffset + 1, endOf(last) - 1);
  const text = source.slice(inner);
  // What stands in quotes inside of braces was meant as a name.
  if (/[\r\n]|\{\w*"/.test(text)) return null;
  const escaped = text.replace(/\\.|"/g, (found) => (found === '"' ? '\\"' : found));
  return replaceFix('Put a backslash before the quotes inside the text', inner, escaped);
}

/** Whether the line is complete without what is too much on it: where names and values are wanted, it may be meant. */
function canRemove(command: string, extra: TokenLine): boolean {
  const isPunctuation = extra.every((token) => !isTextToken(token) && /^[^\w]+$/.test(token.image));
  const takes = COMMAND_ENTRIES.get(command)?.takes ?? [];
  return isPunctuation || !allParts(takes).some(({ part }) => OPEN_ENDED.has(part));
}

const OPEN_ENDED: ReadonlySet<string> = new Set(['name', 'reads', 'expression']);

/** Whether a token may have been meant to go on: a number, or a text block with three quotes in it. */
function isCutShort(token: IToken): boolean {
  return token.tokenType === t.Num || (isTextToken(token) && isBlock(token));
}

/** Removing what might be a name's only use would turn one mistake into another, so that is not offered. */
function removeFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const readsNames = extra.some((token) => token.image.includes('{')) || /\{\w*"$/.test(previous.image);
  // Without a blank before it, it may be the other half of what stands there.
  const [first] = extra;
  const isHalf =
    isCutShort(previous) &&
    (first?.startOffset === endOf(previous) || first?.image === '.' || first?.tokenType === t.Num);
  if (last === undefined || readsNames || isHalf) return null;
  return replaceFix('Remove it', source.range(endOf(previous), endOf(last)), '');
}
