import type { TextEdit } from '../diagnostics/diagnostic.js';
import { removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import type { Range } from '../source/position.js';
import type { Line } from '../tree/index.js';
import { foldWord, meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { COMMAND_ENTRIES, optionsAfter } from '../vocabulary/vocabulary.js';
import { meaningsOf, NO_CONTEXT } from './line-meaning.js';
import { commandsOf, phrasesOf } from './phrases.js';
import type { ReadTogether, ScriptLines, Together } from './together.js';

/** An option as written, and its BAIQL name. */
interface Option {
  readonly written: string;
  readonly word: string;
  readonly rest: string;
}

const LONGEST_LINE = 500;

/** Maximum number of lines tried as the owner of an option. */
const MAX_OWNERS = 8;

/**
 * Reads `MAX_TOKENS 16` on a line of its own, and `FORMAT json` after a PROMPT. Null if the line isn't an option, or no
 * statement would be valid with it.
 */
export const strayOption: ReadTogether = ({ source, lines, diagnostics, isSound, added }, line, index) => {
  const place = placeOf(line, diagnostics);
  const text = place === null ? '' : source.slice(place);
  if (place === null || text.length > LONGEST_LINE || commandsOf(text).length > 0) return null;
  for (const written of phrasesOf(text)) {
    const rest = text.slice(written.length).replace(/^[\s:=]+/u, '');
    const option = { written, word: meantBy(written, OPTION_SYNONYMS) ?? foldWord(written), rest };
    const { start } = place;
    const range = source.range(start.offset, start.offset + written.length);
    const command = line.kind === 'unknown' ? null : line.command.word;
    const suggest = (owner: string, title: string, edits: TextEdit[]): Together => {
      const message = `${option.word} is an option of ${owner}: it goes on the same line`;
      return { diagnostic: report('BQ103', message, range), title, edits, command };
    };
    for (const owner of ownersOf(lines, index, option.word)) {
      const before = added.get(owner) ?? '';
      const newText = behind(source.slice(owner.range) + before, option, isSound);
      if (newText === null) continue;
      added.set(owner, before + newText);
      const at = owner.range.end.offset;
      const edits = [{ range: source.range(at, at), newText }, ...removeLineFix(source, place).edits];
      return suggest(owner.command.word, `Move it after ${owner.command.word}`, edits);
    }
    // `PARALLEL 8` is a statement wherever it is.
    for (const [command, { declares }] of line.kind === 'unknown' ? COMMAND_ENTRIES : []) {
      const more = declares === true && takes(command, option.word) ? behind(command, option, isSound) : null;
      const newText = command + (more ?? '');
      if (more !== null) return suggest(command, `Write ${newText}`, [{ range: line.range, newText }]);
    }
  }
  return null;
};

/** The range of a possible option that belongs to another line. */
function placeOf(line: Line, diagnostics: ScriptLines['diagnostics']): Range | null {
  if (line.kind === 'unknown') return line.range;
  if (!line.broken || (line.kind !== 'prompt' && line.kind !== 'run')) return null;
  const diagnostic = diagnostics.find(({ range }) => range.end.offset === line.range.end.offset);
  return diagnostic?.code === 'BQ104' ? diagnostic.range : null;
}

/** The lines that accept an option: the nearest above in the same step or batch first, then those below. */
function ownersOf(lines: readonly Line[], index: number, option: string): Line[] {
  return [lines.slice(0, index).reverse(), lines.slice(index + 1)]
    .flatMap((side) => {
      const edge = side.findIndex(({ kind }) => kind === 'end-batch' || kind === 'step');
      return edge < 0 ? side : side.slice(0, edge);
    })
    .filter((owner) => !owner.broken && takes(owner.command.word, option))
    .slice(0, MAX_OWNERS);
}

/** The text to append to a statement so that it has the option; null if the result is invalid. */
function behind(
  statement: string,
  { written, word, rest }: Option,
  isSound: ScriptLines['isSound'],
): string | null {
  const asWritten = `${statement} ${written} ${rest}`.trimEnd();
  const readings = [...meaningsOf(asWritten, NO_CONTEXT)];
  const whole = [
    `${statement} ${word} ${rest}`.trimEnd(),
    ...readings.flatMap(([only = '', ...more]) => (more.length === 0 ? [only] : [])),
  ].find((reading) => reading.startsWith(`${statement} `) && isSound(reading));
  return whole?.slice(statement.length) ?? null;
}

function takes(command: string, word: string): boolean {
  return optionsAfter(command).some((option) => option.word === word);
}
