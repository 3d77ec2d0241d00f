import type { Range } from '../source/position.js';
import type { BareLine, BatchStartLine, IfLine, Line, LoopLine, UnknownLine } from './lines.js';

/** The kinds of lines that open, divide or close a block; all others are statements. */
export type BlockLineKind =
  'batch-start' | 'end-batch' | 'if-start' | 'else' | 'end-if' | 'loop-start' | 'end-loop';

/** A line that is a statement by itself. */
export type SimpleStatement =
  | Exclude<Line, { kind: BlockLineKind } | BareLine>
  | (BareLine & { readonly kind: 'break' | 'skip' | 'halt' });

/** A closing line, as written or as probably meant; null when it is missing. */
export type Closer = BareLine | UnknownLine | null;

export interface Batch {
  readonly kind: 'batch';
  /** Null when there is only an END_BATCH; unknown when BATCH_START is mistyped. */
  readonly start: BatchStartLine | UnknownLine | null;
  readonly body: readonly Statement[];
  readonly end: Closer;
  readonly range: Range;
  /** Whether it may be only a part of a batch: a BATCH_START stands inside another batch. */
  readonly damaged: boolean;
}

export interface If {
  readonly kind: 'if';
  readonly start: IfLine | UnknownLine;
  readonly then: readonly Statement[];
  readonly else: { readonly line: BareLine | UnknownLine; readonly body: readonly Statement[] } | null;
  readonly end: Closer;
  readonly range: Range;
}

export interface Loop {
  readonly kind: 'loop';
  readonly start: LoopLine | UnknownLine;
  readonly body: readonly Statement[];
  readonly end: Closer;
  readonly range: Range;
}

export type Statement = SimpleStatement | Batch | If | Loop;

export interface Comment {
  readonly text: string;
  readonly range: Range;
}

/** A whole script. Immutable; everything in it is told apart by `kind`. */
export interface Script {
  readonly kind: 'script';
  readonly range: Range;
  readonly statements: readonly Statement[];
  /** The statements line by line, blocks unfolded, in order. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
}
