import type { Range } from '../source/position.js';
import type { Line, LineOf, UnknownLine } from './lines.js';

type BlockLine = LineOf<'BATCH_START' | 'END_BATCH' | 'IF' | 'ELSE' | 'END_IF' | 'LOOP' | 'END_LOOP'>;

/** A line that is a complete statement: it neither opens, divides nor closes a block. */
export type SimpleStatement = Exclude<Line, BlockLine>;

/** A closer, as written or as an assumed correction; null if missing. */
export type Closer = LineOf<'END_BATCH' | 'END_IF' | 'END_LOOP'> | UnknownLine | null;

export interface Batch {
  readonly kind: 'batch';
  /** Null if only END_BATCH exists; unknown if BATCH_START is mistyped. */
  readonly start: LineOf<'BATCH_START'> | UnknownLine | null;
  readonly body: readonly Statement[];
  readonly end: Closer;
  readonly range: Range;
  /** True if it may be incomplete: a BATCH_START is inside another batch. */
  readonly damaged: boolean;
}

export interface If {
  readonly kind: 'if';
  readonly start: LineOf<'IF'> | UnknownLine;
  readonly then: readonly Statement[];
  readonly else: { readonly line: LineOf<'ELSE'> | UnknownLine; readonly body: readonly Statement[] } | null;
  readonly end: Closer;
  readonly range: Range;
}

export interface Loop {
  readonly kind: 'loop';
  readonly start: LineOf<'LOOP'> | UnknownLine;
  readonly body: readonly Statement[];
  readonly end: Closer;
  readonly range: Range;
}

export type Statement = SimpleStatement | Batch | If | Loop;

export interface Comment {
  readonly text: string;
  readonly range: Range;
}

/** A whole script. Immutable; nodes are discriminated by `kind`. */
export interface Script {
  readonly kind: 'script';
  readonly range: Range;
  readonly statements: readonly Statement[];
  /** The statements by line, unfolded, in order. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
}
