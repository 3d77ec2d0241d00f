import type { Range } from '../source/position.js';
import type { Line, LineOf, UnknownLine } from './lines.js';

type BlockLine = LineOf<'BATCH_START' | 'END_BATCH' | 'IF' | 'ELSE' | 'END_IF' | 'LOOP' | 'END_LOOP'>;

/** A line that is a statement by itself: any that neither opens, divides nor closes a block. */
export type SimpleStatement = Exclude<Line, BlockLine>;

/** A closing line, as written or as probably meant; null when it is missing. */
export type Closer = LineOf<'END_BATCH' | 'END_IF' | 'END_LOOP'> | UnknownLine | null;

export interface Batch {
  readonly kind: 'batch';
  /** Null when there is only an END_BATCH; unknown when BATCH_START is mistyped. */
  readonly start: LineOf<'BATCH_START'> | UnknownLine | null;
  readonly body: readonly Statement[];
  readonly end: Closer;
  readonly range: Range;
  /** Whether it may be only a part of a batch: a BATCH_START stands inside another batch. */
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

/** A whole script. Immutable; everything in it is told apart by `kind`. */
export interface Script {
  readonly kind: 'script';
  readonly range: Range;
  readonly statements: readonly Statement[];
  /** The statements line by line, blocks unfolded, in order. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
}
