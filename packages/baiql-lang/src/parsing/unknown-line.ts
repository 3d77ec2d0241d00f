import type { IToken } from 'chevrotain';
import { report } from '../diagnostics/report.js';
import { foldName, wordsOf } from '../source/names.js';
import { findSimilar, editDistance } from '../source/nearest.js';
import { meantBy, MODEL_OPTIONS } from '../vocabulary/synonyms.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { rangeOf, type TokenLine } from './assemble.js';
import type { LineSink } from './parse-line.js';
import { adviceOn, shown } from './syntax-error.js';
import * as t from './tokens.js';

const UPPER_CASE_WORD = /^[A-Z][A-Z0-9_]*$/;

/** Reports a line without a command once, with the likely intended command. */
export function unknownLine(sink: LineSink, first: IToken, tokens: TokenLine): void {
  const { source } = sink;
  const [, second] = tokens;
  const parted = foldName(`${first.image}_${second?.image ?? ''}`);
  const isParted = second !== undefined && COMMAND_WORDS.has(parted);
  const guesses = isParted ? [parted] : t.isWord(first) ? likelyCommands(first.image) : [];
  const [presumed = null] = guesses;
  const place = rangeOf(source, first, isParted ? second : first);
  const isUpper = UPPER_CASE_WORD.test(first.image) && first.image.replace(/[^A-Z]/g, '').length >= 3;
  // Multi-line prose is one mistake, reported at its beginning.
  const before = sink.lines.at(-1);
  const isGoingOn = presumed === null && !isUpper && before?.kind === 'unknown' && before.presumed === null;
  if (!isGoingOn) {
    const word = shown(first) + (isParted ? ` ${second.image}` : '');
    const option = isUpper ? meantBy(first.image, MODEL_OPTIONS) : null;
    const message =
      option === null
        ? `Expected a command, found ${word}`
        : `${option} is an option of MODEL: it goes on the same line`;
    const related = adviceOn(source, tokens);
    sink.diagnostics.push(
      isUpper && option === null
        ? report('BQ201', `Unknown command: ${word}`, place, { related })
        : report('BQ103', message, place, { related }),
    );
  }
  const command = { word: first.image.toUpperCase(), range: place };
  const range = rangeOf(source, first, tokens.at(-1));
  // Any of its words may be a name: names elsewhere are only reported if certain.
  const mentions = wordsOf(source.slice(range));
  sink.lines.push({ kind: 'unknown', range, command, broken: true, presumed, mentions });
}

const SHORT_WORD = 5;

/** Likely intended commands for a word in command position, best first. */
export function likelyCommands(written: string): string[] {
  const begun = written.length < 3 ? [] : [...COMMAND_WORDS].filter((word) => word.startsWith(written));
  if (begun.length > 1) return [];
  const near = [...begun, ...findSimilar(written, COMMAND_WORDS)].filter((word) => isLikely(written, word));
  if (near.length > 0) return near;
  // `SETTONE = 1`: a missing space.
  const glued = [...COMMAND_WORDS].filter((word) => written.startsWith(word) && written !== word);
  return glued.sort((left, right) => left.length - right.length);
}

/** A short word that is not upper case may be any word of a sentence. */
function isLikely(written: string, word: string): boolean {
  if (written.length >= SHORT_WORD || written === foldName(written)) return true;
  return written.length > 1 && editDistance(foldName(written), word, 1) <= 1;
}
