import type { IToken } from 'chevrotain';
import { changeToFix, report } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { allNear, editDistance } from '../source/nearest.js';
import type { Source } from '../source/source.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { endOf, type TokenLine } from './assemble.js';
import { type LineSink, type Trial, trialOf } from './line-sink.js';
import { mending } from './mending.js';
import { wordsIn } from './mentions.js';
import { shown } from './syntax-error.js';
import * as t from './tokens.js';

const UPPER_CASE_WORD = /^[A-Z][A-Z0-9_]*$/;

/** A line that begins with no command: says so once, and guesses what was meant. */
export function unknownLine(sink: LineSink, first: IToken, tokens: TokenLine, recovered: boolean): void {
  const { source } = sink;
  const { presumed, written, last, names } = guessCommand(sink, first, tokens);
  const place = source.range(first.startOffset, endOf(last));
  const word = shown(first) + (last === first ? '' : ` ${last.image}`);
  const isUpper = UPPER_CASE_WORD.test(first.image) && first.image.replace(/[^A-Z]/g, '').length >= 3;
  const trial = trialOf(sink);
  const fixes = trial === null ? [] : mending(source, trial, tokens, [changeToFix(place, written)], []);
  // Prose over several lines is one mistake, said where it begins.
  const before = sink.lines.at(-1);
  const isGoingOn = presumed === null && !isUpper && before?.kind === 'unknown' && before.presumed === null;
  if (!recovered && !isGoingOn) {
    sink.diagnostics.push(
      isUpper
        ? report('BQ201', `Unknown command: ${word}`, place, { fixes })
        : report('BQ103', `Expected a command, found ${word}`, place, { fixes }),
    );
  }
  const command = { word: first.image.toUpperCase(), range: place };
  const range = source.range(first.startOffset, endOf(tokens.at(-1) ?? first));
  // Any of its words may be a name: only what is certain is said about names elsewhere.
  const mentions = [...wordsIn(source, tokens), ...names];
  sink.lines.push({ kind: 'unknown', range, command, broken: true, recovered, presumed, mentions });
}

/** What a line that begins with no command was probably meant to be. */
interface Guess {
  readonly presumed: string | null;
  /** What its beginning would be written like, up to and with the token `last`. */
  readonly written: string | null;
  readonly last: IToken;
  /** Names that are only there in what was meant. */
  readonly names: readonly string[];
}

function guessCommand(sink: LineSink, first: IToken, tokens: TokenLine): Guess {
  const isWord = first.tokenType === t.Word || t.KEYWORD_TYPES.has(first.tokenType.name);
  const plain = { last: first, names: [] };
  if (!isWord) return { ...plain, presumed: firstCommandIn(sink.source, tokens), written: null };
  const [, second] = tokens;
  const parted = second === undefined ? null : foldName(`${first.image}_${second.image}`);
  if (second !== undefined && parted !== null && COMMAND_WORDS.has(parted)) {
    return { ...plain, presumed: parted, written: parted, last: second };
  }
  const trial = trialOf(sink);
  const near = trial === null ? null : nearestCommand(sink.source, trial, first, tokens);
  const joined = near === null ? joinedCommand(first.image) : null;
  if (joined === null) {
    // Of `SETA = 1` a name is left that is glued to the command.
    const glued =
      near !== null && first.image.startsWith(near) ? [foldName(first.image.slice(near.length))] : [];
    return { ...plain, presumed: near, written: near, names: glued };
  }
  const rest = first.image.slice(joined.length);
  return { ...plain, presumed: joined, written: `${joined} ${rest}`, names: [foldName(rest)] };
}

/** The command that was probably meant: of those that are near, the first with which the line is sound. */
function nearestCommand(source: Source, trial: Trial, first: IToken, tokens: TokenLine): string | null {
  const beginning =
    first.image.length < 3 ? [] : [...COMMAND_WORDS].filter((word) => word.startsWith(first.image));
  if (beginning.length > 1) return null;
  const near = [...beginning, ...allNear(first.image, COMMAND_WORDS)].filter((word) =>
    isLikely(first.image, word),
  );
  const place = source.range(first.startOffset, endOf(first));
  const sound = near.find(
    (word) => mending(source, trial, tokens, [changeToFix(place, word)], []).length > 0,
  );
  return sound ?? near[0] ?? null;
}

/** A short word that is not in upper case may be any word of a sentence. */
function isLikely(written: string, word: string): boolean {
  if (written.length >= SHORT_WORD || written === foldName(written)) return true;
  return written.length > 1 && editDistance(foldName(written), word, 1) <= 1;
}

const SHORT_WORD = 5;

/** The command that a line begins with, but for the quotes and the like before it. */
function firstCommandIn(source: Source, tokens: TokenLine): string | null {
  const start = tokens[0]?.startOffset ?? 0;
  const word = /^[^A-Za-z\r\n]*([A-Z_]+)/.exec(source.text.slice(start, start + 200))?.[1];
  return word !== undefined && COMMAND_WORDS.has(word) ? word : null;
}

/** The command at the beginning of a word, as in `SETTONE`, where a blank was lost. */
function joinedCommand(word: string): string | null {
  let longest: string | null = null;
  for (const command of COMMAND_WORDS) {
    const isLonger = longest === null || command.length > longest.length;
    if (isLonger && word.length > command.length && word.startsWith(command)) longest = command;
  }
  return longest;
}
