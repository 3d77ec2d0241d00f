import type { Range } from '../source/position.js';
import type { LoadType, Mode } from '../vocabulary/vocabulary.js';
import type { Expression, Name, NumberValue, Text } from './expressions.js';

/** A word of the language where it stands. */
export interface Word {
  /** In upper case. */
  readonly word: string;
  readonly range: Range;
}

/** A number after an option, such as `TEMP 0.2`. */
export interface NumberOption {
  readonly option: Word;
  readonly number: NumberValue;
}

interface LineBase {
  /** From the command to the end of its last part, without a comment. */
  readonly range: Range;
  readonly command: Word;
  /** Whether the line has a syntax error. Such a line still counts as its command; what is missing is null. */
  readonly broken: boolean;
  /** Found by recovering from a mistake that has been reported: nothing more is said about its structure. */
  readonly recovered: boolean;
  /** For broken and unknown lines: every name, in upper case, that the line may read or set. */
  readonly mentions: readonly string[];
}

export interface BatchStartLine extends LineBase {
  readonly kind: 'batch-start';
  readonly title: Text | null;
  readonly mode: (Word & { readonly word: Mode }) | null;
}
export interface PathLine extends LineBase {
  readonly kind: 'path-in' | 'path-out' | 'make-log';
  readonly path: Text | null;
}
export interface LoadLine extends LineBase {
  readonly kind: 'load';
  readonly path: Text | null;
  readonly type: (Word & { readonly word: LoadType }) | null;
  readonly match: Text | null;
}
export interface ModelLine extends LineBase {
  readonly kind: 'model';
  readonly model: Text | null;
  readonly temp: NumberOption | null;
  readonly topP: NumberOption | null;
  readonly maxTokens: NumberOption | null;
}
export interface LimitLine extends LineBase {
  readonly kind: 'limit';
  readonly perMinute: NumberValue | null;
  readonly parallel: NumberOption | null;
  readonly cost: NumberOption | null;
}
export interface PromptLine extends LineBase {
  readonly kind: 'prompt';
  readonly text: Text | null;
  readonly optimize: boolean;
}
export interface RunLine extends LineBase {
  readonly kind: 'run';
  readonly screen: boolean;
  readonly cache: 'CACHE' | 'NOCACHE' | null;
  readonly retry: NumberOption | null;
}
export type GetSource =
  | { readonly kind: 'column-number'; readonly number: NumberValue }
  | { readonly kind: 'column-name'; readonly header: Text }
  | { readonly kind: 'json'; readonly path: Text }
  | { readonly kind: 'match'; readonly pattern: Text }
  | { readonly kind: 'file'; readonly path: Text };
export interface GetLine extends LineBase {
  readonly kind: 'get';
  readonly name: Name | null;
  /** Null: the whole reply. */
  readonly source: GetSource | null;
}
export interface AssignLine extends LineBase {
  readonly kind: 'set' | 'global';
  readonly name: Name | null;
  readonly value: Expression | null;
}
export interface IfLine extends LineBase {
  readonly kind: 'if-start';
  readonly condition: Expression | null;
}
export interface LoopLine extends LineBase {
  readonly kind: 'loop-start';
  readonly mode: 'times' | 'while' | 'until' | null;
  readonly times: NumberValue | null;
  readonly condition: Expression | null;
}
export interface RetryLine extends LineBase {
  readonly kind: 'retry';
  readonly times: NumberValue | null;
}
export interface StepLine extends LineBase {
  readonly kind: 'step';
  readonly title: Text | null;
}
export interface ErrorLine extends LineBase {
  readonly kind: 'error';
  readonly retry: NumberOption | null;
  readonly then: 'SKIP' | 'HALT' | null;
}
export interface OutputLine extends LineBase {
  readonly kind: 'output';
  readonly path: Text | null;
  readonly grouping: (Word & { readonly word: 'AGGREGATE' | 'SEPARATE' | 'MATCH' }) | null;
  readonly format: 'json' | 'txt' | null;
  /** The keys that a JSON reply must have, as written; empty where it may have any. */
  readonly fields: readonly Name[];
}
export interface TrackLine extends LineBase {
  readonly kind: 'track';
  readonly names: readonly Name[];
}
export interface WriteLogLine extends LineBase {
  readonly kind: 'write-log';
  readonly text: Text | null;
}
/** Commands that are one word. */
export interface BareLine extends LineBase {
  readonly kind: 'end-batch' | 'else' | 'end-if' | 'end-loop' | 'break' | 'skip' | 'halt';
}
/** A line that does not begin with a command. */
export interface UnknownLine extends LineBase {
  readonly kind: 'unknown';
  /** The command that was probably meant. */
  readonly presumed: string | null;
}

/** One statement as a line of its own, before blocks are folded. */
export type Line =
  | BatchStartLine
  | PathLine
  | LoadLine
  | ModelLine
  | LimitLine
  | PromptLine
  | RunLine
  | GetLine
  | AssignLine
  | IfLine
  | LoopLine
  | RetryLine
  | StepLine
  | ErrorLine
  | OutputLine
  | TrackLine
  | WriteLogLine
  | BareLine
  | UnknownLine;

export type LineKind = Line['kind'];
