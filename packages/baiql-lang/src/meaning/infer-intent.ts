import type { Diagnostic, RelatedPlace, TextEdit } from '../diagnostics/diagnostic.js';
import { asData, report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import { diagnosticsOf } from '../parsing/parse-line.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { meansEmpty } from '../vocabulary/synonyms.js';
import type { BlockKind } from '../vocabulary/parts.js';
import { COMMAND_ENTRIES, COMMAND_WORDS, isForBatch } from '../vocabulary/vocabulary.js';
import { EditedScript } from './edit-map.js';
import { type Candidate, candidatesOf, firstWord, type WrongLine } from './candidates.js';
import type { Meaning } from './line-meaning.js';
import { joinedLines } from './joined-lines.js';
import { leftOut } from './left-out.js';
import { findDashedNames } from './dashed-names.js';
import { findHabit } from './habits.js';
import { findPasted } from './pasted.js';
import { strayOption } from './stray-options.js';
import { systemPrompt } from './system-prompt.js';
import { returned } from './returned.js';
import { chosenElsewhere } from './chosen-elsewhere.js';
import { beginsWithDocstring, findTitle } from './titles.js';
import type { ReadTogether, ScriptLines, Together } from './together.js';
import { wrap } from './wrap.js';
import { like } from './patterns.js';

/** A script as intended: the corrected script and its diagnostics. */
export interface Intent {
  readonly script: EditedScript;
  /** True if only surrounding text was removed, and the lines still have to be interpreted. */
  readonly isUnread: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Scripts with more doubtful lines than this are not interpreted. */
const MAX_LINES = 100;
/** Maximum number of readings tried per line. */
const MAX_READINGS = 40;
const LONGEST_LINE = 2_000;

/**
 * Infers the intended script from typos and informal wording; null if there are none. `names` are those of the script,
 * its tables and the models.
 */
export function inferIntent(
  parsed: ParsedScript,
  names: ReadonlySet<string>,
  typosOnly: boolean,
): Intent | null {
  const { source, diagnostics } = parsed;
  const pasted =
    (diagnostics.length > 0 && !typosOnly ? throughout(parsed) : null) ?? findDashedNames(parsed, names);
  if (pasted !== null) return applyFixes(source, [pasted], true);
  const reader = new Reader(parsed, names, typosOnly);
  if (!reader.read()) return null;
  const wrapped = reader.hasBatch || typosOnly ? null : wrap(parsed, reader.firstForBatch);
  const inferred = [...reader.diagnostics(), ...(wrapped === null ? [] : [wrapped])];
  return inferred.length === 0 ? null : applyFixes(source, inferred, false);
}

/** A habit or surrounding text, reported once; the script is then parsed again without it. */
function throughout(parsed: ParsedScript): Diagnostic | null {
  const docstring = beginsWithDocstring(parsed) ? findTitle(parsed) : null;
  return docstring ?? findPasted(parsed) ?? findHabit(parsed) ?? findTitle(parsed);
}

/** The script with the first fix of each diagnostic applied. */
function applyFixes(source: Source, diagnostics: readonly Diagnostic[], isUnread: boolean): Intent {
  const edits = diagnostics.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
  return { script: new EditedScript(source, edits), diagnostics: diagnostics.map(asData), isUnread };
}

/** The diagnostic of a line and the edits of its fix, to which later lines may add. */
interface Reported {
  readonly diagnostic: Diagnostic;
  readonly title: string;
  readonly edits: TextEdit[];
  readonly related: RelatedPlace[];
}

interface Open {
  readonly block: BlockKind;
  /** The diagnostic of an opener in informal wording: a matching informal end needs no second one. */
  readonly reported: Reported | null;
  /** ELSE IFs to close together with this IF: each of their edits also inserts an END_IF before its end. */
  readonly chained: Reported[];
}

/** The interpretation of a line, with its diagnostic if the wording is informal. */
interface LineRead {
  readonly meaning: Meaning;
  readonly reported: Reported | null;
}

const NOTHING: LineRead = { meaning: [], reported: null };

/** Reads a script line by line and interprets invalid lines. */
class Reader {
  readonly #reported: Reported[] = [];
  hasBatch = false;
  /** The first line that is only allowed in a batch. */
  firstForBatch: Line | null = null;
  readonly #source: Source;
  readonly #script: ScriptLines;
  readonly #open: Open[] = [];
  readonly #typosOnly: boolean;
  readonly #names: ReadonlySet<string>;

  constructor({ source, tree, diagnostics }: ParsedScript, names: ReadonlySet<string>, typosOnly: boolean) {
    this.#names = names;
    this.#typosOnly = typosOnly;
    this.#source = source;
    this.#script = { source, lines: tree.lines, diagnostics, isSound, added: new Map() };
  }

  /** False if there are too many errors for typos. */
  read(): boolean {
    const { lines } = this.#script;
    if (lines.filter((line) => this.#isDoubtful(line)).length > MAX_LINES) return false;
    const covered = new Set<number>();
    for (const [index, line] of lines.entries()) {
      if (covered.has(index)) continue;
      const together = this.#typosOnly ? null : this.#together(line, index);
      if (together !== null) {
        for (const each of together.others ?? []) covered.add(each);
        this.#report(together.diagnostic, together.title, [...together.edits]);
        if (together.command != null) this.#follow(together.command, line);
        continue;
      }
      const read = this.#isDoubtful(line) ? this.#readingOf(line, index) : null;
      const presumed = line.kind === 'unknown' ? line.presumed : null;
      if (read === null) this.#follow(presumed ?? line.command.word, line);
      else for (const each of read.meaning) this.#follow(firstWord(each), line, read.reported);
    }
    return true;
  }

  #together(line: Line, index: number): Together | null {
    for (const read of ACROSS_LINES) {
      const together = read(this.#script, line, index);
      if (together !== null) return together;
    }
    return null;
  }

  #isDoubtful(line: Line): boolean {
    return line.broken || line.kind === 'unknown';
  }

  /** The interpretation of an invalid line and its diagnostic; null if it cannot be read. */
  #readingOf(line: Line, index: number): LineRead | null {
    const source = this.#source;
    const begin = line.range.start.offset;
    // Read to the end of the line: what the parser took for a comment may belong to the statement.
    const text = source.text.slice(begin, source.lineEnd(line.range.end.line)).trimEnd();
    if (text.length > LONGEST_LINE) return null;
    const diagnostics = diagnosticsOf(text);
    const diagnostic = diagnostics.find(({ code }) => !TYPOS.has(code)) ?? diagnostics[0];
    if (diagnostic === undefined) return null;
    const open = this.#open.map(({ block }) => block);
    const hasSpareEndIf = this.#hasSpareEndIf(index);
    const wrong = { text, diagnostic, newLine: `${source.newline}${source.indentAt(begin)}` };
    const context = { open, hasSpareEndIf, names: this.#names };
    const reading = this.#firstSound(candidatesOf(wrong, context, this.#typosOnly), wrong, diagnostics);
    if (reading === null) return null;

    const { lines: meaning, isWhole, title, start, end, newText } = reading;
    const edit: TextEdit = { range: source.range(begin + start, begin + end), newText };
    const place = source.range(begin + diagnostic.range.start.offset, begin + diagnostic.range.end.offset);
    const isInOwnWords = isWhole && (line.kind === 'unknown' || meaning[0] === 'END_LOOP');
    const opener = isInOwnWords ? this.#openerOf(meaning, text) : null;
    if (opener !== null) {
      opener.edits.push(edit);
      opener.related.push({ message: 'The end of its block', range: place });
      return { meaning, reported: null };
    }
    const reported = this.#report(report(diagnostic.code, diagnostic.message, place), title, [edit]);
    const isElseIf = meaning[0] === 'ELSE' && /^ {2}IF\b/.test(meaning[1] ?? '') && meaning.length === 2;
    if (!isElseIf || hasSpareEndIf)
      return { meaning, reported: isInOwnWords || text.endsWith('{') ? reported : null };
    this.#open.findLast(({ block }) => block === 'IF')?.chained.push(reported);
    return NOTHING;
  }

  /** The best reading without diagnostics other than typos; null if there is none. */
  #firstSound(
    candidates: Iterable<Candidate>,
    { text, newLine }: WrongLine,
    diagnostics: readonly Diagnostic[],
  ): Candidate | null {
    let tried = 0;
    for (const candidate of candidates) {
      if (++tried > MAX_READINGS) return null;
      const { isWhole } = candidate;
      const lines = candidate.lines.map((each) => (isWhole ? this.#quoteUnknown(each) : each));
      const isMended = lines.every((each) => isSound(each, isWhole ? [] : diagnostics));
      if (!isMended || lines.join('\n') === text) continue;
      return { ...candidate, lines, newText: isWhole ? lines.join(newLine) : candidate.newText };
    }
    return null;
  }

  /**
   * The diagnostic of the opener whose block a line closes in the same informal wording: `SOLANGE` … `ENDE SOLANGE`,
   * `{` … `}`.
   */
  #openerOf([only = '', ...more]: Meaning, text: string): Reported | null {
    const { block } = COMMAND_ENTRIES.get(firstWord(only)) ?? {};
    const isEnd = block?.does === 'close' || (block?.does === 'divide' && text.startsWith('}'));
    if (!isEnd || more.length > 0) return null;
    return this.#open.findLast((open) => open.block === block.block)?.reported ?? null;
  }

  /** Closes what `ELSE IF` opened and tracks the open blocks. */
  #follow(word: string, line: Line, reported: Reported | null = null): void {
    const { kind = '', block } = COMMAND_ENTRIES.get(word) ?? {};
    if (isForBatch(kind)) this.firstForBatch ??= line;
    if (block === undefined || block.does === 'divide') return;
    if (block.block === 'BATCH') this.hasBatch = true;
    if (block.does === 'open') {
      this.#open.push({ block: block.block, reported, chained: [] });
      return;
    }
    const at = this.#open.findLastIndex((open) => open.block === block.block);
    const [frame] = at < 0 ? [] : this.#open.splice(at);
    const start = line.range.start.offset;
    const newText = `END_IF${this.#source.newline}${this.#source.indentAt(start)}`;
    for (const { edits } of frame?.chained ?? [])
      edits.push({ range: this.#source.range(start, start), newText });
  }

  /** `IF A IS done`: a lowercase word that nothing sets is a text. */
  #quoteUnknown(line: string): string {
    if (!/^\s*(?:IF|LOOP)\b/.test(line)) return line;
    return line.replace(
      /((?:!?=|\bCONTAINS) )(\p{Ll}+)(?=\)?$| (?:AND|OR)\b)/gu,
      (whole, sign: string, word: string) => {
        const known = like`\b(?:SET|GET|GLOBAL|LET)\s+${word}\b|\{${word}\}`;
        if (meansEmpty(word, this.#source.text, 1)) return `${sign}""`;
        return known.test(this.#source.text) ? whole : `${sign}"${word}"`;
      },
    );
  }

  #report(diagnostic: Diagnostic, title: string, edits: TextEdit[]): Reported {
    const reported: Reported = { diagnostic, title, edits, related: [] };
    this.#reported.push(reported);
    return reported;
  }

  diagnostics(): Diagnostic[] {
    return this.#reported.map(({ diagnostic: { code, message, range }, title, edits, related }) =>
      report(code, message, range, { related, fixes: [{ title, edits }] }),
    );
  }

  #hasSpareEndIf(index: number): boolean {
    let open = this.#open.filter(({ block }) => block === 'IF').length;
    for (const line of this.#script.lines.slice(index + 1)) {
      const { word } = line.command;
      if (word === 'IF') open += 1;
      else if (word === 'END_IF' && --open < 0) return true;
      else if (word === 'END_BATCH') return false;
    }
    return false;
  }
}

/** Interpretations across several lines, in order of precedence. */
const ACROSS_LINES: readonly ReadTogether[] = [
  leftOut,
  systemPrompt,
  chosenElsewhere,
  returned,
  joinedLines,
  strayOption,
];

/** Typos that are corrected on their own and don't prevent a line from being interpreted. */
const TYPOS: ReadonlySet<Diagnostic['code']> = new Set(['BQ106', 'BQ108', 'BQ502']);

/** Whether a line is a statement without diagnostics, other than typos reported before. */
function isSound(line: string, diagnostics: readonly Diagnostic[] = []): boolean {
  const text = line.trim();
  const isReported = ({ code, message }: Diagnostic): boolean =>
    TYPOS.has(code) && diagnostics.some((each) => each.code === code && each.message === message);
  return COMMAND_WORDS.has(firstWord(text).toUpperCase()) && diagnosticsOf(text).every(isReported);
}
