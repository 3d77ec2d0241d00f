import type { IToken } from 'chevrotain';
import { changeToFix, report } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { allNear, editDistance } from '../source/nearest.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { endOf, type TokenLine } from './assemble.js';
import { wordsIn } from './mentions.js';
import type { LineSink } from './parse-line.js';
import { shown } from './syntax-error.js';
import * as t from './tokens.js';

const UPPER_CASE_WORD = /^[A-Z][A-Z0-9_]*$/;

/** A line that begins with no command: says so once, and guesses what was meant. */
export function unknownLine(sink: LineSink, first: IToken, tokens: TokenLine, recovered: boolean): void {
  const { source } = sink;
  const { commands, last } = guessCommands(first, tokens);
  const [presumed = null] = commands.map((command) => command.split(' ', 1)[0] ?? null);
  const place = source.range(first.startOffset, endOf(last));
  const isUpper = UPPER_CASE_WORD.test(first.image) && first.image.replace(/[^A-Z]/g, '').length >= 3;
  // Prose over several lines is one mistake, said where it begins.
  const before = sink.lines.at(-1);
  const isGoingOn = presumed === null && !isUpper && before?.kind === 'unknown' && before.presumed === null;
  if (!recovered && !isGoingOn) {
    const word = shown(first) + (last === first ? '' : ` ${last.image}`);
    const fixes = commands.map((written) => changeToFix(place, written));
    sink.diagnostics.push(
      isUpper
        ? report('BQ201', `Unknown command: ${word}`, place, { fixes })
        : report('BQ103', `Expected a command, found ${word}`, place, { fixes }),
    );
  }
  const command = { word: first.image.toUpperCase(), range: place };
  const range = source.range(first.startOffset, endOf(tokens.at(-1) ?? first));
  // Any of its words may be a name: only what is certain is said about names elsewhere.
  const mentions = wordsIn(source, tokens).flatMap((word) => [word, ...gluedNames(word, presumed)]);
  sink.lines.push({ kind: 'unknown', range, command, broken: true, recovered, presumed, mentions });
}

/** The commands that were probably meant by the beginning of a line up to a token, the likeliest first. */
function guessCommands(first: IToken, [, second]: TokenLine): { commands: readonly string[]; last: IToken } {
  if (!t.isWord(first)) return { commands: [], last: first };
  const parted = foldName(`${first.image}_${second?.image ?? ''}`);
  if (second !== undefined && COMMAND_WORDS.has(parted)) return { commands: [parted], last: second };
  const written = first.image;
  const beginning = written.length < 3 ? [] : [...COMMAND_WORDS].filter((word) => word.startsWith(written));
  if (beginning.length > 1) return { commands: [], last: first };
  const near = [...beginning, ...allNear(written, COMMAND_WORDS)].filter((word) => isLikely(written, word));
  if (near.length > 0) return { commands: near, last: first };
  // `SETTONE = 1`: a blank was lost.
  const glued = [...COMMAND_WORDS].filter((word) => written.startsWith(word) && written !== word);
  const commands = glued.map((word) => `${word} ${written.slice(word.length)}`);
  return { commands: commands.sort((left, right) => right.indexOf(' ') - left.indexOf(' ')), last: first };
}

/** Of `SETA = 1` a name is left that is glued to the command. */
function gluedNames(word: string, presumed: string | null): string[] {
  return presumed !== null && word.startsWith(presumed) ? [word.slice(presumed.length)] : [];
}

/** A short word that is not in upper case may be any word of a sentence. */
function isLikely(written: string, word: string): boolean {
  if (written.length >= SHORT_WORD || written === foldName(written)) return true;
  return written.length > 1 && editDistance(foldName(written), word, 1) <= 1;
}

const SHORT_WORD = 5;
