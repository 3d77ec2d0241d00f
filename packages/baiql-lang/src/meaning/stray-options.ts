import type { TextEdit } from '../diagnostics/diagnostic.js';
import type { Range } from '../source/position.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { foldWord, meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { COMMAND_ENTRIES, optionsAfter } from '../vocabulary/vocabulary.js';
import { commandsOf, meaningsOf, phrasesOf } from './line-meaning.js';

/** What is said of an option on a line of its own, and how it gets to its command. */
interface Stray {
  readonly message: string;
  readonly range: Range;
  readonly title: string;
  readonly edits: TextEdit[];
}

/** An option as it is written, and the word of the language for it. */
interface Option {
  readonly written: string;
  readonly word: string;
  readonly rest: string;
}

const LONGEST_LINE = 500;

/** No more lines than these are asked whether the option is theirs. */
const MOST_OWNERS = 8;

/** Reads `MAX_TOKENS 16` on a line of its own, as people write who give each thing its own line. */
export class StrayOptions {
  readonly #source: Source;
  readonly #lines: readonly Line[];
  readonly #isSound: (statement: string) => boolean;
  /** What earlier ones have added to the lines they belong to. */
  readonly #added = new Map<Line, string>();

  constructor(source: Source, lines: readonly Line[], isSound: (statement: string) => boolean) {
    this.#source = source;
    this.#lines = lines;
    this.#isSound = isSound;
  }

  /** Null where a line is no option, or no line would be sound with it. */
  read(line: Line, index: number): Stray | null {
    const text = this.#source.slice(line.range);
    if (line.kind !== 'unknown' || text.length > LONGEST_LINE || commandsOf(text).length > 0) return null;
    for (const written of phrasesOf(text)) {
      const rest = text.slice(written.length).replace(/^[\s:=]+/u, '');
      const option = { written, word: meantBy(written, OPTION_SYNONYMS) ?? foldWord(written), rest };
      const stray = this.#moved(option, line, index) ?? this.#completed(option, line);
      if (stray !== null) return stray;
    }
    return null;
  }

  /** Behind the line it belongs to: the nearest above it in its step or batch, then those below. */
  #moved(option: Option, line: Line, index: number): Stray | null {
    const above = this.#lines.slice(0, index).reverse();
    const below = this.#lines.slice(index + 1);
    const owners = [above, below]
      .flatMap((side) => {
        const edge = side.findIndex(({ kind }) => kind === 'end-batch' || kind === 'step');
        return edge < 0 ? side : side.slice(0, edge);
      })
      .filter((owner) => !owner.broken && takes(owner.command.word, option.word));
    for (const owner of owners.slice(0, MOST_OWNERS)) {
      const added = this.#added.get(owner) ?? '';
      const more = this.#behind(this.#source.slice(owner.range) + added, option);
      if (more === null) continue;
      this.#added.set(owner, added + more);
      const { word } = owner.command;
      const at = owner.range.end.offset;
      return this.#stray(option, word, line, `Move it after ${word}`, [
        { range: this.#source.range(at, at), newText: more },
        { range: this.#wholeLine(line), newText: '' },
      ]);
    }
    return null;
  }

  /** Behind its command, where that says something by this option alone, wherever it stands: `LIMIT PARALLEL 8`. */
  #completed(option: Option, line: Line): Stray | null {
    for (const [command, { declares }] of COMMAND_ENTRIES) {
      if (declares !== true || !takes(command, option.word)) continue;
      const more = this.#behind(command, option);
      if (more === null) continue;
      const newText = command + more;
      return this.#stray(option, command, line, `Write ${newText}`, [{ range: line.range, newText }]);
    }
    return null;
  }

  #stray(option: Option, command: string, line: Line, title: string, edits: TextEdit[]): Stray {
    const { offset } = line.range.start;
    const message = `${option.word} is an option of ${command}: it goes on the same line`;
    return { message, range: this.#source.range(offset, offset + option.written.length), title, edits };
  }

  /** What is to be written behind a statement so that it has the option; null where that makes no sound statement. */
  #behind(statement: string, { written, word, rest }: Option): string | null {
    const asWritten = `${statement} ${written} ${rest}`.trimEnd();
    const readings = [...meaningsOf(asWritten, { open: [], hasSpareEndIf: false })];
    const whole = [
      `${statement} ${word} ${rest}`.trimEnd(),
      ...readings.flatMap(([only = '', ...more]) => (more.length === 0 ? [only] : [])),
    ].find((reading) => reading.startsWith(`${statement} `) && this.#isSound(reading));
    return whole?.slice(statement.length) ?? null;
  }

  /** The place of a line with its indent and its end; a comment behind it stays. */
  #wholeLine({ range: { start, end } }: Line): Range {
    const source = this.#source;
    const to = source.lineEnd(end.line);
    const left = source.text.slice(end.offset, to).trim();
    if (left !== '') return source.range(start.offset, source.text.indexOf(left, end.offset));
    const next = Math.min(to + source.newline.length, source.text.length);
    return source.range(source.lineStart(start.line), next);
  }
}

function takes(command: string, word: string): boolean {
  return optionsAfter(command).some((option) => option.word === word);
}
