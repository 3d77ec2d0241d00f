import { applyFix } from '../diagnostics/apply-fix.js';
import type { Diagnostic, Fix, TextEdit } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import { diagnosticsOf } from '../parsing/parse-line.js';
import type { Source } from '../source/source.js';
import { type Line, type Statement, visitStatements } from '../tree/index.js';
import { meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { EditedScript } from './edit-map.js';
import { commandsOf, commentIn, meaningsOf, type Meaning, type OpenBlock } from './line-meaning.js';
import { joinedLines } from './joined-lines.js';
import { leftOut } from './left-out.js';
import { findPasted } from './pasted.js';
import { StrayOptions } from './stray-options.js';

/** A script as it was meant: what it would say, and what is said of how it is written. */
export interface Understood {
  readonly script: EditedScript;
  /** Whether only what stood around the lines is gone: they are still to be read. */
  readonly isUnread: boolean;
  readonly mistakes: readonly Diagnostic[];
}

/** More lines than these are no slips, and not looked at. */
const MOST_LINES = 100;
/** So many readings of one line are tried. */
const MOST_READINGS = 40;
const LONGEST_LINE = 2_000;

/** What the script was meant to be, where people's own words for it can be read; null where there are none. */
export function understand(parsed: ParsedScript, told: readonly Diagnostic[]): Understood | null {
  const { source } = parsed;
  if (told.length > 0) {
    const pasted = findPasted(parsed);
    if (pasted !== null)
      return { script: new EditedScript(source, pasted.edits), mistakes: [pasted.mistake], isUnread: true };
  }
  const reader = new Reader(parsed, told);
  if (!reader.read()) return null;
  const wrapped = reader.hasBatch ? null : wrap(parsed);
  const mistakes = [...reader.mistakes, ...(wrapped === null ? [] : [wrapped])];
  if (mistakes.length === 0) return null;
  const edits = mistakes.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
  return { script: new EditedScript(source, edits), mistakes, isUnread: false };
}

interface Open {
  readonly block: OpenBlock;
  /** ELSE IFs of this IF that have to be closed with it: the edits of each take an END_IF before its end. */
  readonly chained: { edits: TextEdit[] }[];
}

/** Reads a script line by line, and what is wrong with a line as what it was meant to say. */
class Reader {
  readonly mistakes: Diagnostic[] = [];
  hasBatch = false;
  readonly #source: Source;
  readonly #lines: readonly Line[];
  /** What the parser has said. */
  readonly #told: readonly Diagnostic[];
  readonly #open: Open[] = [];
  readonly #strayOptions: StrayOptions;

  constructor({ source, tree }: ParsedScript, told: readonly Diagnostic[]) {
    this.#source = source;
    this.#told = told;
    this.#lines = tree.lines.filter(({ recovered }) => !recovered);
    this.#strayOptions = new StrayOptions(source, this.#lines, isSound);
  }

  /** False where so much is wrong that these are no slips. */
  read(): boolean {
    if (this.#lines.filter((line) => this.#isDoubtful(line)).length > MOST_LINES) return false;
    let done = -1;
    const gone = new Set<number>();
    for (const [index, line] of this.#lines.entries()) {
      if (index <= done || gone.has(index)) continue;
      const left = leftOut(this.#source, this.#lines, index);
      if (left !== null) {
        for (const each of left.lines) gone.add(each);
        this.#say(report(left.code, left.message, line.command.range), left.title, [...left.edits]);
        continue;
      }
      const isDoubtful = this.#isDoubtful(line);
      const last = isDoubtful ? this.#joined(line, index) : null;
      if (last !== null) done = last;
      const stray = this.#strayOptions.read(line, index);
      if (stray !== null) {
        this.#say(report('BQ103', stray.message, stray.range), stray.title, stray.edits);
        continue;
      }
      const meaning = isDoubtful && last === null ? this.#meaningOf(line, index) : null;
      const presumed = line.kind === 'unknown' ? line.presumed : null;
      if (meaning === null) this.#follow(presumed ?? line.command.word, line);
      else for (const each of meaning) this.#follow(wordOf(each), line);
    }
    return true;
  }

  #isDoubtful(line: Line): boolean {
    return line.broken || line.kind === 'unknown';
  }

  /** A statement that goes on on the next lines: the last of them; null where that makes no sound statement. */
  #joined(line: Line, index: number): number | null {
    const source = this.#source;
    const joined = joinedLines(source, this.#lines, index, isSound);
    const told = this.#told.find(({ range }) => range.start.line === line.range.start.line);
    if (joined === null || told === undefined) return null;
    const { code, message, range } = told;
    const place = source.range(line.range.start.offset, joined.end);
    this.#say(report(code, message, range), joined.title, [{ range: place, newText: joined.text }]);
    return joined.last;
  }

  #meaningOf(line: Line, index: number): Meaning | null {
    const source = this.#source;
    const start = line.range.start.offset;
    // What follows on the line, a comment but for one that a quote hides, is part of what was meant.
    const text = source.text.slice(start, source.lineEnd(line.range.end.line)).trimEnd();
    if (text.length > LONGEST_LINE) return null;
    const range = source.range(start, start + text.length);
    const comment = commentIn(text);
    if (comment !== null && line.kind === 'unknown') {
      const sign = source.range(start, start + comment.sign.length);
      this.#say(report('BQ103', 'Comments begin with #', sign), 'Write #', [
        { range, newText: `# ${comment.text}`.trimEnd() },
      ]);
      return [];
    }
    const [first] = diagnosticsOf(text);
    if (first === undefined) return null;
    const usual = this.#usualFix(line, first);
    if (usual !== null && isRewrite(usual, text, start)) return null;
    const asUsual = usual === null ? null : applyFix(text, usual, start);
    const context = { open: this.#open.map(({ block }) => block), hasSpareEndIf: this.#hasSpareEndIf(index) };
    let readings = 0;
    for (const read of meaningsOf(text, context)) {
      const meaning = read.map((each) => this.#quoteUnknown(each));
      if (++readings > MOST_READINGS) break;
      if (meaning.join('\n') === text || !meaning.every((each) => isSound(each))) continue;
      if (meaning.length === 1 && asUsual?.trim() === meaning[0]) return null;
      const place = source.range(start + first.range.start.offset, start + first.range.end.offset);
      const mistake = report(first.code, first.message, place);
      const edits: TextEdit[] = [{ range, newText: this.#indented(meaning, start) }];
      this.#say(mistake, titleOf(meaning), edits);
      const isElseIf = meaning[0] === 'ELSE' && /^ {2}IF\b/.test(meaning[1] ?? '') && meaning.length === 2;
      if (!isElseIf) return meaning;
      this.#open.findLast(({ block }) => block === 'IF')?.chained.push({ edits });
      return [];
    }
    return null;
  }

  /** The first fix that the parser offers for the mistake of a line. */
  #usualFix(line: Line, { code }: Diagnostic): Fix | null {
    const { start, end } = line.range;
    const told = this.#told.filter(
      ({ range }) => range.start.offset >= start.offset && range.start.offset <= end.offset,
    );
    const [only, ...more] = told;
    return more.length === 0 && only?.code === code ? (only.fixes?.[0] ?? null) : null;
  }

  /** Closes what `ELSE IF` has opened, and keeps up with what is open. */
  #follow(word: string, line: Line): void {
    const opened = OPENERS[word];
    if (opened !== undefined) {
      if (opened === 'BATCH') this.hasBatch = true;
      this.#open.push({ block: opened, chained: [] });
      return;
    }
    const closed = CLOSERS[word];
    if (closed === undefined) return;
    if (closed === 'BATCH') this.hasBatch = true;
    const at = this.#open.findLastIndex(({ block }) => block === closed);
    const [frame] = at < 0 ? [] : this.#open.splice(at);
    const start = line.range.start.offset;
    const newText = `END_IF${this.#source.newline}${this.#source.indentAt(start)}`;
    for (const { edits } of frame?.chained ?? [])
      edits.push({ range: this.#source.range(start, start), newText });
  }

  /** `IF A IS done`: a word in lower case that nothing sets is a text. */
  #quoteUnknown(line: string): string {
    if (!/^\s*(?:IF|LOOP)\b/.test(line)) return line;
    return line.replace(
      /((?:!?=|\bCONTAINS) )(\p{Ll}+)(?=$| (?:AND|OR)\b)/gu,
      (whole, sign: string, word: string) => {
        const known = new RegExp(`\\b(?:SET|GET|GLOBAL|LET)\\s+${word}\\b|\\{${word}\\}`, 'iu');
        return known.test(this.#source.text) ? whole : `${sign}"${word}"`;
      },
    );
  }

  #say(mistake: Diagnostic, title: string, edits: TextEdit[]): void {
    this.mistakes.push({ ...mistake, fixes: [{ title, edits }] });
  }

  #indented(meaning: Meaning, start: number): string {
    return meaning.join(`${this.#source.newline}${this.#source.indentAt(start)}`);
  }

  #hasSpareEndIf(index: number): boolean {
    let open = this.#open.filter(({ block }) => block === 'IF').length;
    for (const line of this.#lines.slice(index + 1)) {
      const { word } = line.command;
      if (word === 'IF') open += 1;
      else if (word === 'END_IF' && --open < 0) return true;
      else if (word === 'END_BATCH') return false;
    }
    return false;
  }
}

const OPENERS: Readonly<Record<string, OpenBlock>> = { BATCH_START: 'BATCH', IF: 'IF', LOOP: 'LOOP' };
const CLOSERS: Readonly<Record<string, OpenBlock>> = { END_BATCH: 'BATCH', END_IF: 'IF', END_LOOP: 'LOOP' };

function wordOf(line: string): string {
  return /^\s*(\w+)/.exec(line)?.[1] ?? '';
}

/** Quotes that word processors and other languages have. */
const UNUSUAL_QUOTES = /[“”„«»‘‚`]|(?<=^|[\s=(,])'/;

/** A fix that writes something says what was meant, but for a word of the table that only looks like another command. */
function isRewrite(fix: Fix, line: string, start: number): boolean {
  if (fix.edits.every(({ newText }) => newText === '')) return false;
  if (UNUSUAL_QUOTES.test(line)) return false;
  const [meant] = commandsOf(line);
  const [edit] = fix.edits;
  const written = edit?.newText.trim() ?? '';
  const replaced =
    edit === undefined ? '' : line.slice(edit.range.start.offset - start, edit.range.end.offset - start);
  const option = meantBy(replaced, OPTION_SYNONYMS);
  if (option !== null && option !== written) return false;
  return meant === undefined || !COMMAND_WORDS.has(written) || meant.command === written;
}

function isSound(line: string): boolean {
  const text = line.trim();
  return COMMAND_WORDS.has(wordOf(text)) && diagnosticsOf(text).length === 0;
}

const LONGEST_TITLE = 60;

function titleOf([first = '', ...more]: Meaning): string {
  const shown = first.split('\n', 1)[0] ?? '';
  const cut = shown.length > LONGEST_TITLE ? `${shown.slice(0, LONGEST_TITLE)}…` : shown;
  return `Write ${cut}${more.length > 0 || cut !== first ? ' …' : ''}`;
}

const BATCH_ONLY: Readonly<Partial<Record<Line['kind'], 'BQ208' | 'BQ209' | 'BQ210' | 'BQ219'>>> = {
  prompt: 'BQ208',
  run: 'BQ209',
  load: 'BQ210',
  output: 'BQ219',
  track: 'BQ219',
  step: 'BQ219',
  error: 'BQ219',
};

/** A script without any batch is one: said once, where the batch would begin. */
function wrap({ source, tree }: ParsedScript): Diagnostic | null {
  const kinds = new Set(tree.lines.map(({ kind }) => kind));
  if (!kinds.has('prompt') || tree.lines.length < 2) return null;
  const first = tree.statements.find((statement) => batchLineIn(statement) !== null);
  const line = first === undefined ? null : batchLineIn(first);
  const code = line === null ? undefined : BATCH_ONLY[line.kind];
  const last = tree.lines.at(-1);
  if (first === undefined || line === null || code === undefined || last === undefined) return null;
  const start = source.lineStart(first.range.start.line);
  const end = source.lineEnd(last.range.end.line);
  const { newline } = source;
  const edits = [
    { range: source.range(start, start), newText: `BATCH_START${newline}` },
    { range: source.range(end, end), newText: `${newline}END_BATCH` },
  ];
  const message = `${line.command.word} outside of BATCH_START/END_BATCH`;
  const fixes = [{ title: 'Put BATCH_START and END_BATCH around the lines', edits }];
  return report(code, message, line.command.range, { fixes });
}

function batchLineIn(statement: Statement): Line | null {
  let found: Line | null = null;
  visitStatements([statement], (each) => {
    if (
      each.kind !== 'batch' &&
      each.kind !== 'if' &&
      each.kind !== 'loop' &&
      BATCH_ONLY[each.kind] !== undefined
    ) {
      found ??= each;
    }
  });
  return found;
}
