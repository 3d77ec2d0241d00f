import type { IToken } from 'chevrotain';
import type { Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix } from '../diagnostics/report.js';
import { nearest } from '../source/nearest.js';
import type { Source } from '../source/source.js';
import { allParts, COMMAND_ENTRIES, NUMBER_LIMITS, optionsAfter } from '../vocabulary/vocabulary.js';
import { endOf, isBlock, isTextToken, type TokenLine } from './assemble.js';
import type { Stumble } from './syntax-error.js';
import * as t from './tokens.js';

// What is offered here is still to be tried; what people's own words mean is read in `src/meaning`.

/** The words that may be wanted, by what is said of them. */
const CHOICES: ReadonlyMap<string, readonly string[]> = new Map(
  [...COMMAND_ENTRIES.values()]
    .flatMap(({ takes }) => allParts(takes))
    .flatMap((part): (readonly [string, readonly string[]])[] => {
      if (part.part === 'word' && part.need !== null) return [[part.need, part.words]];
      if (part.part !== 'either') return [];
      return [[part.need, part.of.flatMap(([first]) => (first?.part === 'word' ? first.words : []))]];
    }),
);

/** The ways to give a line what it lacks: the words that may have been meant by what stands there. */
export function requiredFixes({ source, line, at, need }: Stumble): (Fix | null)[] {
  const actual = line[at];
  const choices = CHOICES.get(need ?? '') ?? [];
  if (actual === undefined || choices.length < 2) return [];
  const place = source.range(actual.startOffset, endOf(actual));
  const near = nearest(actual.image, choices);
  // Formats are few, and any of them is as good.
  const offered =
    near === null && t.isWord(actual) && choices.every((word) => word === word.toLowerCase())
      ? choices
      : [near];
  return offered.map((word) => changeToFix(place, word));
}

/** The ways to mend a line that goes on with what is too much. */
export function unexpectedFixes({ source, line, at }: Stumble, extra: TokenLine): (Fix | null)[] {
  const [first, previous, command] = [line[at], line[at - 1], line[0]?.tokenType.name ?? ''];
  if (first === undefined || previous === undefined) return [];
  if (isRestart(first)) return [newLineFix(source, line, previous, first)];
  const option = first.tokenType === t.Word ? nearest(first.image, optionWords(command)) : null;
  if (option !== null && fitsAfter(option, extra.slice(1)))
    return [changeToFix(source.range(first.startOffset, endOf(first)), option)];
  const wanted = new Set(allParts(COMMAND_ENTRIES.get(command)?.takes ?? []).map(({ part }) => part));
  const isPunctuation = extra.every((token) => !isTextToken(token) && /^[^\w]+$/.test(token.image));
  // Where names and values are wanted, what is too much may be what is meant.
  const isOpenEnded = previous.tokenType === t.BareWord || OPEN_ENDED.some((part) => wanted.has(part));
  return [
    wanted.has('text') || wanted.has('expression') ? quotesFix(source, previous, extra) : null,
    isPunctuation || !isOpenEnded ? removeFix(source, previous, extra) : null,
  ];
}

const OPEN_ENDED = ['name', 'reads', 'expression'] as const;

/** Whether a second statement begins with this token, as after a lost line end; some commands are options too. */
export function isRestart({ tokenType, image }: IToken): boolean {
  return image === tokenType.name && RESTARTING.has(image);
}

function optionWords(command: string): string[] {
  return optionsAfter(command).map((entry) => entry.word);
}

const OPTION_WORDS = new Set([...COMMAND_ENTRIES.keys()].flatMap(optionWords));

const RESTARTING: ReadonlySet<string> = new Set(
  [...COMMAND_ENTRIES].flatMap(([word, { takes, block }]) => {
    const isWhole = takes.length > 0 || block?.does === 'open' || block?.does === 'close';
    return isWhole && !OPTION_WORDS.has(word) ? [word] : [];
  }),
);

/** Whether what stands behind a mistyped option can stand behind the option: its number, and then the next option. */
function fitsAfter(option: string, rest: TokenLine): boolean {
  const next = NUMBER_LIMITS.has(option) && rest[0]?.tokenType === t.Num ? rest[1] : rest[0];
  return next === undefined || t.KEYWORD_TYPES.has(next.tokenType.name);
}

function newLineFix(source: Source, [command]: TokenLine, previous: IToken, first: IToken): Fix {
  const gap = source.range(endOf(previous), first.startOffset);
  const newLine = source.newline + source.indentAt(command?.startOffset ?? 0);
  return replaceFix(`Put ${first.image} on a line of its own`, gap, newLine);
}

/** `"She said "yes" to me"`: the quotes inside want a backslash. */
function quotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  if (last === undefined || !isTextToken(previous) || isBlock(previous) || extra.every(isTextToken))
    return null;
  const inner = source.range(previous.startOffset + 1, endOf(last) - 1);
  const text = source.slice(inner);
  // What stands in quotes inside of braces was meant as a name.
  if (!last.image.endsWith('"') || /[\r\n]|\{\w*"/.test(text)) return null;
  const escaped = text.replace(/\\.|"/g, (found) => (found === '"' ? '\\"' : found));
  return replaceFix('Put a backslash before the quotes inside the text', inner, escaped);
}

/** Removing what might be a name's only use would turn one mistake into another, so that is not offered. */
function removeFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const [first] = extra;
  const last = extra.at(-1);
  const readsNames = extra.some((token) => token.image.includes('{'));
  // Behind a number it may be the rest of it.
  const isHalf = previous.tokenType === t.Num && !/^\w/.test(first?.image ?? '');
  if (last === undefined || readsNames || isHalf) return null;
  return replaceFix('Remove it', source.range(endOf(previous), endOf(last)), '');
}
