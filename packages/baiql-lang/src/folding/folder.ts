import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { addLineAfterFix, addLineBeforeFix, removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';
import type { Closer, Statement } from '../tree/nodes.js';
import { DEEPEST_NESTING, MOST_MISTAKES } from '../vocabulary/limits.js';
import { canStand, firstOfBatch, isComplete } from './judge-bodies.js';
import { LookAhead } from './look-ahead.js';
import { closeFrame, currentBody, type Frame, likelyLength, openFrame } from './frames.js';
import { type BlockKind, type Folded, isSimple, roleOf, unfolded } from './roles.js';

const UNCLOSED = {
  BATCH: { code: 'BQ205', message: 'Unclosed BATCH_START (missing END_BATCH)', closer: 'END_BATCH' },
  IF: { code: 'BQ206', message: 'Unclosed IF (missing END_IF)', closer: 'END_IF' },
  LOOP: { code: 'BQ207', message: 'Unclosed LOOP (missing END_LOOP)', closer: 'END_LOOP' },
} as const;

const UNOPENED = {
  BATCH: { code: 'BQ202', message: 'END_BATCH without matching BATCH_START' },
  IF: { code: 'BQ203', message: 'END_IF without matching IF' },
  LOOP: { code: 'BQ204', message: 'END_LOOP without matching LOOP' },
} as const;

export interface FoldOptions {
  /** Match closers with openers of the same indentation. */
  readonly byIndent: boolean;
  /** Take mistyped commands for what was probably meant. */
  readonly presume: boolean;
}

/** The outcome of one reading. */
export interface Reading extends Folded {
  readonly problems: number;
}

/** One reading of a script's blocks. */
export class Folder {
  readonly #source: Source;
  readonly #lines: readonly Line[];
  readonly #options: FoldOptions;
  readonly #statements: Statement[] = [];
  readonly #stack: Frame[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #problems = 0;
  /** Inner BATCH_STARTs that took the outer batch's place; each may have an END_BATCH to spare. */
  readonly #inner: { readonly line: Line; readonly outer: Line | null }[] = [];
  #spareEnds = 0;
  #strayElse: Line | null = null;
  #sawLeaving = false;
  readonly #ahead: LookAhead;

  constructor(source: Source, lines: readonly Line[], options: FoldOptions) {
    this.#source = source;
    this.#lines = lines;
    this.#options = options;
    this.#ahead = new LookAhead(lines, options.presume);
  }

  fold(): Reading {
    for (const [index, line] of this.#lines.entries()) {
      const role = roleOf(line, this.#options.presume);
      if (role === null) {
        if (LEAVING.has(line.kind)) this.#sawLeaving = true;
        if (isSimple(line)) this.#add(line);
      } else if (role.does === 'divide') this.#divide(line, index);
      else if (role.does === 'close') this.#close(role.block, line, index);
      else if (this.#stack.length >= DEEPEST_NESTING) return this.#giveUp(line);
      else this.#open(role.block, line);
    }
    while (this.#stack.length > 0) this.#leaveUnclosed();
    this.#settleStrayElse(null);
    for (const { line, outer } of this.#inner.slice(0, MOST_MISTAKES))
      this.#sayInner(line, outer, this.#endBefore(line));
    return this.#reading();
  }

  #reading(): Reading {
    return { statements: this.#statements, diagnostics: this.#diagnostics, problems: this.#problems };
  }

  #giveUp(line: Line): Reading {
    const said = report('BQ110', 'Nested too deeply (more than 200 levels)', line.command.range);
    return { ...unfolded(this.#lines, [said]), problems: 0 };
  }

  #add(statement: Statement): void {
    const frame = this.#stack.at(-1);
    (frame === undefined ? this.#statements : currentBody(frame)).push(statement);
  }

  #open(block: BlockKind, line: Line): void {
    const outer = block === 'BATCH' ? this.#stack.findIndex((frame) => frame.block === 'BATCH') : -1;
    if (outer < 0) {
      this.#stack.push(openFrame(block, line, this.#isElseIf(line)));
    } else if (outer < this.#stack.length - 1) {
      // Inside of an IF or a LOOP it cannot be the next batch: a stray line.
      this.#problems++;
      this.#sayInner(line, this.#stack[outer]?.opener ?? null, removeLineFix(this.#source, line.range));
      this.#spareEnds++;
    } else {
      this.#problems++;
      this.#inner.push({ line, outer: this.#stack[outer]?.opener ?? null });
      this.#leave(null, true);
      const frame = openFrame(block, line);
      frame.damaged = true;
      this.#stack.push(frame);
    }
  }

  /** Whether an IF stands right after an ELSE, on its line. */
  #isElseIf(line: Line): boolean {
    const frame = this.#stack.at(-1);
    const isFirst = frame?.divider?.body.length === 0 && line.recovered;
    return isFirst && frame.divider?.line.range.start.line === line.range.start.line;
  }

  /** How many IFs of this batch are open. */
  #openIfs(): number {
    const batch = this.#stack.findLastIndex((frame) => frame.block === 'BATCH');
    return this.#stack.filter(({ block }, position) => position > batch && block === 'IF').length;
  }

  #close(block: BlockKind, line: Line, index: number): void {
    if (block === 'BATCH') {
      this.#settleStrayElse(null);
      if (this.#comesTooEarly(index)) {
        this.#problems++;
        this.#sayEarlyEnd(line);
        return;
      }
    }
    const at = this.#frameFor(block, line, index);
    if (at >= 0) {
      while (this.#stack.length > at + 1) this.#leaveUnclosed();
      const { chained } = this.#stack[at] ?? { chained: false };
      this.#leave(asCloser(line));
      // The last END_IF of a chain of `ELSE IF` ends all of it, unless each has its own.
      if (chained && this.#ahead.closersAfter(index, 'IF') < this.#openIfs()) this.#close('IF', line, index);
      return;
    }
    this.#problems++;
    if (block === 'BATCH') {
      this.#closeUnopenedBatch(line);
      return;
    }
    // The ELSE before it lacks the same IF.
    if (block === 'IF' && this.#strayElse !== null) {
      this.#settleStrayElse(line);
      return;
    }
    // What leaves a block and stands before it was in the missing one: removing the end would move the mistake.
    const isNeeded = this.#sawLeaving;
    this.#sayUnopened(block, line, isNeeded ? null : removeLineFix(this.#source, line.range));
  }

  #divide(line: Line, index: number): void {
    const at = this.#frameFor('IF', line, index);
    const frame = this.#stack[at];
    if (frame?.divider === null) {
      while (this.#stack.length > at + 1) this.#leaveUnclosed();
      frame.divider = { line, body: [] };
      return;
    }
    this.#problems++;
    this.#strayElse = this.#strayElse ?? line;
    if (this.#strayElse !== line) this.#sayStrayElse(line, null);
  }

  #sayStrayElse(line: Line, end: Line | null): void {
    const lines = end === null ? [line] : [line, end];
    const edits = lines.flatMap(({ range }) => removeLineFix(this.#source, range).edits);
    const fixes = [{ title: 'Remove it', edits }];
    this.#say(line, report('BQ215', 'ELSE without matching IF', line.command.range, { fixes }));
  }

  /** Says of an ELSE without its IF, once it is known whether an END_IF goes with it. */
  #settleStrayElse(end: Line | null): void {
    if (this.#strayElse === null) return;
    this.#sayStrayElse(this.#strayElse, end);
    this.#strayElse = null;
  }

  /** The open block that a closing line belongs to; -1 when it belongs to none. */
  #frameFor(block: BlockKind, line: Line, index: number): number {
    const batch = this.#stack.findLastIndex((frame) => frame.block === 'BATCH');
    if (block === 'BATCH') return batch;
    const column = line.range.start.column;
    const at = this.#stack.findLastIndex(
      (frame, position) =>
        position > batch &&
        frame.block === block &&
        (!this.#options.byIndent || frame.opener?.range.start.column === column),
    );
    const top = this.#stack.at(-1);
    if (at < 0 || this.#options.byIndent || top === undefined || top.block === block) return at;
    // Another kind of block is open above. If it will be closed later, this line is the one too many.
    const open = this.#stack.filter(
      (frame, position) => position > batch && frame.block === top.block,
    ).length;
    return this.#ahead.closersAfter(index, top.block) >= open ? -1 : at;
  }

  /** Whether an END_BATCH stands inside of blocks that end later, before another END_BATCH. */
  #comesTooEarly(index: number): boolean {
    const open = this.#stack.length - 1 - this.#stack.findLastIndex((frame) => frame.block === 'BATCH');
    return open > 0 && open < this.#stack.length && this.#ahead.endsLater(index, open);
  }

  #sayEarlyEnd(line: Line): void {
    const inner = this.#stack.at(-1)?.opener;
    const related =
      inner == null ? [] : [{ message: 'The block it is in begins here', range: inner.command.range }];
    const { code, message } = UNOPENED.BATCH;
    const fixes = [removeLineFix(this.#source, line.range)];
    this.#say(line, report(code, message, line.command.range, { related, fixes }));
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
    if (!frame.chained) this.#problems++;
    const body = currentBody(frame);
    const after = body.splice(likelyLength(frame));
    const { code, message, closer } = UNCLOSED[frame.block];
    const last = body.at(-1) ?? frame.divider?.line ?? opener;
    const fix = canStand(frame, body)
      ? addLineAfterFix(this.#source, last.range.end.offset, opener.range.start.offset, closer)
      : null;
    this.#say(opener, report(code, message, opener.command.range, { fixes: [fix] }));
    this.#add(closeFrame(frame, null));
    for (const statement of after) this.#add(statement);
  }

  /** An END_BATCH alone: what stands before it, back to the batch before, was probably meant to be its batch. */
  #closeUnopenedBatch(line: Line): void {
    while (this.#stack.length > 0) this.#leaveUnclosed();
    const start = this.#statements.findLastIndex((statement) => statement.kind === 'batch') + 1;
    const frame = openFrame('BATCH', null);
    for (const statement of this.#statements.splice(start)) frame.body.push(statement);
    const inner = this.#inner.pop();
    if (inner !== undefined || this.#spareEnds > 0) {
      // It closes the batch that an inner one has cut in two.
      frame.damaged = true;
      if (inner === undefined) this.#spareEnds--;
      else this.#sayInner(inner.line, inner.outer, null);
    } else {
      this.#sayUnopened('BATCH', line, this.#openingFix(frame.body, line));
      this.#doubtBatchBefore(start - 1, frame);
    }
    this.#add(closeFrame(frame, asCloser(line)));
  }

  /** The missing BATCH_START goes before the first line that needs it; without one, the END_BATCH can go. */
  #openingFix(body: readonly Statement[], line: Line): Fix | null {
    const first = firstOfBatch(body);
    if (first === undefined) return removeLineFix(this.#source, line.range);
    const before = this.#statements.at(-1);
    const areWhole = isComplete(body) && (before?.kind !== 'batch' || isComplete(before.body));
    return areWhole ? addLineBeforeFix(this.#source, first.range.start.offset, 'BATCH_START') : null;
  }

  /** Of two END_BATCHes with no BATCH_START between them, the first may be the one too many. */
  #doubtBatchBefore(index: number, frame: Frame): void {
    const before = this.#statements[index];
    if (before?.kind !== 'batch' || frame.body.length === 0) return;
    this.#statements[index] = { ...before, damaged: true };
    frame.damaged = true;
  }

  /** The missing END_BATCH goes before the inner BATCH_START, if that makes two whole batches. */
  #endBefore(line: Line): Fix | null {
    const index = this.#statements.findIndex(
      (statement) => statement.kind === 'batch' && statement.start === line,
    );
    const pair = this.#statements.slice(index - 1, index + 1);
    const areWhole = pair.every((statement) => statement.kind === 'batch' && isComplete(statement.body));
    return areWhole ? this.#addEndBefore(line) : null;
  }

  #addEndBefore(line: Line): Fix {
    return addLineBeforeFix(this.#source, line.range.start.offset, 'END_BATCH');
  }

  #sayInner(line: Line, outer: Line | null, fix: Fix | null): void {
    const related =
      outer === null ? [] : [{ message: 'The batch it is in begins here', range: outer.command.range }];
    const message = 'BATCH_START inside another batch';
    this.#say(line, report('BQ212', message, line.command.range, { related, fixes: [fix] }));
  }

  #sayUnopened(block: BlockKind, line: Line, fix: Fix | null): void {
    const { code, message } = UNOPENED[block];
    this.#say(line, report(code, message, line.command.range, { fixes: [fix] }));
  }

  /** Nothing more is said about lines that a mistake has been reported for. */
  #say(line: Line, diagnostic: Diagnostic): void {
    if (line.kind === 'unknown' || line.recovered || this.#diagnostics.length >= MOST_MISTAKES) return;
    this.#diagnostics.push(diagnostic);
  }
}

const LEAVING = new Set<Line['kind']>(['break', 'skip', 'halt']);

function asCloser(line: Line): Closer {
  const isEnd = line.kind === 'end-batch' || line.kind === 'end-if' || line.kind === 'end-loop';
  return isEnd || line.kind === 'unknown' ? line : null;
}
