import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { addLineAfterFix, addLineBeforeFix, removeLineFix } from '../diagnostics/line-fixes.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';
import type { Closer, Statement } from '../tree/nodes.js';
import { visitStatements } from '../tree/visit.js';
import { MAX_NESTING, MAX_DIAGNOSTICS } from '../vocabulary/limits.js';
import type { BlockKind } from '../vocabulary/parts.js';
import { isForBatch } from '../vocabulary/vocabulary.js';
import { closeFrame, currentBody, type Frame, likelyLength, openFrame } from './frames.js';
import { type Folded, isSimple, roleOf, unfolded } from './roles.js';

/** Each block's opener and closer, and the diagnostics for a missing one. */
const BLOCKS = {
  BATCH: { opener: 'BATCH_START', closer: 'END_BATCH', unopened: 'BQ202', unclosed: 'BQ205' },
  IF: { opener: 'IF', closer: 'END_IF', unopened: 'BQ203', unclosed: 'BQ206' },
  LOOP: { opener: 'LOOP', closer: 'END_LOOP', unopened: 'BQ204', unclosed: 'BQ207' },
} as const;

interface FoldOptions {
  /** Match closers with openers of the same indentation. */
  readonly byIndent?: true;
  /** Treat an END_BATCH inside an open block as superfluous. */
  readonly strayEnds?: true;
  /** Treat an END_IF as an END_LOOP, and vice versa, to match the innermost block. */
  readonly swappedEnds?: true;
  /** Treat mistyped commands as their likely corrections. */
  readonly presume?: true;
}

/** The outcome of one fold. */
interface Reading extends Folded {
  readonly problems: number;
}

/** Folds a script's lines once, with given options. */
class Folder {
  readonly #source: Source;
  readonly #lines: readonly Line[];
  readonly #options: FoldOptions;
  readonly #statements: Statement[] = [];
  readonly #stack: Frame[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #problems = 0;
  /** BATCH_STARTs inside a batch that were treated as its end: each may leave an END_BATCH over. */
  readonly #inner: { readonly line: Line; readonly outer: Frame }[] = [];

  /** An ELSE without its IF: a following END_IF may lack the same one. */
  #strayElse: Line | null = null;

  constructor(source: Source, lines: readonly Line[], options: FoldOptions) {
    this.#source = source;
    this.#lines = lines;
    this.#options = options;
  }

  fold(): Reading {
    for (const line of this.#lines) {
      const role = roleOf(line, this.#options.presume === true);
      if (role === null) {
        if (isSimple(line)) this.#add(line);
      } else if (role.does === 'divide') this.#divide(line);
      else if (role.does === 'close') this.#close(role.block, line as NonNullable<Closer>);
      else if (this.#stack.length < MAX_NESTING) this.#open(role.block, line);
      else {
        const tooDeep = report('BQ110', 'Nested too deeply (more than 200 levels)', line.command.range);
        return { ...unfolded(this.#lines, [tooDeep]), problems: 0 };
      }
    }
    while (this.#stack.length > 0) this.#leaveUnclosed();
    this.#sayElse(true);
    for (const { line, outer } of this.#inner)
      this.#sayInner(line, outer, addLineBeforeFix(this.#source, line.range.start.offset, 'END_BATCH'));
    return { statements: this.#statements, diagnostics: this.#diagnostics, problems: this.#problems };
  }

  #add(statement: Statement): void {
    const frame = this.#stack.at(-1);
    (frame === undefined ? this.#statements : currentBody(frame)).push(statement);
  }

  #open(block: BlockKind, line: Line): void {
    const at = block === 'BATCH' ? this.#batch() : -1;
    const outer = this.#stack[at];
    if (outer === undefined) this.#stack.push(openFrame(block, line));
    // Inside an IF or a LOOP, or a batch that has not sent its prompt, it cannot begin the next batch and is a stray
    // line.
    else if (at < this.#stack.length - 1 || !this.#isWhole(outer.body, line))
      this.#sayInner(line, outer, removeLineFix(this.#source, line.range));
    else {
      this.#inner.push({ line, outer });
      this.#leave(null, true);
      this.#stack.push({ ...openFrame(block, line), damaged: true });
    }
  }

  #sayInner(line: Line, { opener }: Frame, fix: Fix | null): void {
    const message = 'The batch it is in begins here';
    const related = opener === null ? [] : [{ message, range: opener.command.range }];
    this.#report(line, 'BQ212', 'BATCH_START inside another batch', fix, related);
  }

  #close(block: BlockKind, line: NonNullable<Closer>): void {
    if (block === 'BATCH') this.#sayElse(true);
    const at = this.#frameFor(block, line);
    const top = this.#stack.at(-1)?.block ?? 'BATCH';
    if (this.#options.swappedEnds === true && block !== 'BATCH' && top !== 'BATCH' && top !== block) {
      const { closer } = BLOCKS[top];
      this.#sayUnopened(block, line, replaceFix(`Change to ${closer}`, line.command.range, closer));
      this.#leave(line);
      return;
    }
    const isInner = at >= 0 && at < this.#stack.length - 1;
    if (at >= 0 && !(block === 'BATCH' && isInner && this.#options.strayEnds === true)) {
      while (this.#stack.length > at + 1) this.#leaveUnclosed();
      this.#leave(line);
    } else if (block === 'BATCH' && at < 0) this.#closeUnopenedBatch(line);
    else if (block === 'IF' && this.#strayElse !== null) this.#sayElse(false);
    else this.#sayUnopened(block, line, removeLineFix(this.#source, line.range));
  }

  #divide(line: Line): void {
    const at = this.#frameFor('IF', line);
    const frame = this.#stack[at];
    if (frame?.divider === null) {
      while (this.#stack.length > at + 1) this.#leaveUnclosed();
      frame.divider = { line, body: [] };
      return;
    }
    this.#sayElse(true);
    this.#strayElse = line;
  }

  #sayElse(isAlone: boolean): void {
    const line = this.#strayElse;
    this.#strayElse = null;
    if (line === null) return;
    const fix = isAlone ? removeLineFix(this.#source, line.range) : null;
    this.#report(line, 'BQ215', 'ELSE without matching IF', fix);
  }

  /** True if a batch may end before this line: it has a prompt, and no RUN for it follows. */
  #isWhole(body: readonly Statement[], before: Line): boolean {
    const kinds: Statement['kind'][] = [];
    visitStatements(body, ({ kind }) => kinds.push(kind));
    const last = kinds.findLast((kind) => kind === 'prompt' || kind === 'run');
    const after = this.#lines.slice(this.#lines.indexOf(before));
    const next = after.find(({ kind }) => kind === 'prompt' || kind === 'run');
    return last === 'run' || (last === 'prompt' && next?.kind === 'prompt');
  }

  /** The index of the innermost open batch; -1 if there is none. */
  #batch(): number {
    return this.#stack.findLastIndex((frame) => frame.block === 'BATCH');
  }

  /** The index of the open block that a closer belongs to; -1 if none. */
  #frameFor(block: BlockKind, line: Line): number {
    const batch = this.#batch();
    if (block === 'BATCH') return batch;
    const { column } = line.range.start;
    return this.#stack.findLastIndex(
      (frame, position) =>
        position > batch &&
        frame.block === block &&
        (this.#options.byIndent !== true || frame.opener?.range.start.column === column),
    );
  }

  #leave(end: Closer, damaged = false): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    if (damaged) frame.damaged = true;
    this.#add(closeFrame(frame, end));
  }

  #leaveUnclosed(): void {
    const frame = this.#stack.pop();
    const opener = frame?.opener;
    if (frame === undefined || opener == null) return;
    const body = currentBody(frame);
    const after = body.splice(likelyLength(frame));
    const { opener: word, closer, unclosed } = BLOCKS[frame.block];
    const last = body.at(-1) ?? frame.divider?.line ?? opener;
    const fix = addLineAfterFix(this.#source, last.range.end.offset, opener.range.start.offset, closer);
    this.#report(opener, unclosed, `Unclosed ${word} (missing ${closer})`, fix);
    this.#add(closeFrame(frame, null));
    for (const statement of after) this.#add(statement);
  }

  /** An END_BATCH without BATCH_START: the statements back to the previous batch are probably its batch. */
  #closeUnopenedBatch(line: NonNullable<Closer>): void {
    const start = this.#statements.findLastIndex((statement) => statement.kind === 'batch') + 1;
    while (this.#stack.length > 0) this.#leaveUnclosed();
    const frame = { ...openFrame('BATCH', null), body: this.#statements.splice(start) };
    const cut = this.#inner.pop();
    if (cut !== undefined) {
      // Closes the batch that an inner one has split.
      this.#sayInner(cut.line, cut.outer, null);
      frame.damaged = true;
    } else {
      const first = frame.body.find(needsBatch);
      // Adds the missing BATCH_START before the first line that needs it; if there is none, removes the END_BATCH.
      const fix =
        first === undefined
          ? removeLineFix(this.#source, line.range)
          : addLineBeforeFix(this.#source, first.range.start.offset, 'BATCH_START');
      this.#sayUnopened('BATCH', line, fix);
    }
    this.#add(closeFrame(frame, line));
  }

  #sayUnopened(block: BlockKind, line: Line, fix: Fix): void {
    const { opener, closer, unopened } = BLOCKS[block];
    this.#report(line, unopened, `${closer} without matching ${opener}`, fix);
  }

  /** Each line is reported only once. */
  #report(
    line: Line,
    code: Diagnostic['code'],
    message: string,
    fix: Fix | null,
    related: NonNullable<Diagnostic['related']> = [],
  ): void {
    this.#problems++;
    if (line.kind === 'unknown' || this.#diagnostics.length >= MAX_DIAGNOSTICS) return;
    this.#diagnostics.push(report(code, message, line.command.range, { related, fixes: [fix] }));
  }
}

/** True if a statement, or one inside it, is only allowed in a batch. */
function needsBatch(statement: Statement): boolean {
  let needs = false;
  visitStatements([statement], ({ kind }) => (needs ||= isForBatch(kind)));
  return needs;
}

/** Above this number of problems, no attempt is better than another. */
const MAX_PROBLEMS = 200;

/**
 * Folds lines into blocks. A correct script takes one pass. If openers and closers do not match, tries further passes
 * that use indentation and assume corrections of mistyped commands, and takes the one with the fewest problems, as it
 * blames the right line.
 */
export function foldBlocks(source: Source, lines: readonly Line[]): Folded {
  const read = (options: FoldOptions): Reading => new Folder(source, lines, options).fold();
  const plain = read({});
  if (plain.problems === 0 || plain.problems > MAX_PROBLEMS) return plain;
  const readings = [
    read({ byIndent: true, presume: true }),
    read({ presume: true }),
    read({ presume: true, strayEnds: true }),
    plain,
    read({ swappedEnds: true }),
  ];
  return readings.reduce((best, reading) => (reading.problems < best.problems ? reading : best));
}
