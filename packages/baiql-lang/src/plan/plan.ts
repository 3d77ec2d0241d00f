import type { BinaryOperator } from '../tree/expressions.js';
import type { BatchType } from '../validation/batch-type.js';
import type { Mode } from '../vocabulary/commands/batches.js';
import type { FieldKind, LoadType, OutputFormat } from '../vocabulary/file-kinds.js';

/**
 * What an engine runs. Plain data that can be written as JSON and read back; lines count from 1, names are in
 * upper case, texts have their escapes resolved.
 */
export interface Plan {
  readonly version: 1;
  /** The type of the first batch. */
  readonly batchType: BatchType | null;
  /** What runs from top to bottom: batches, and statements outside of them, which run once. */
  readonly items: readonly PlanItem[];
  /** Every name that a GLOBAL sets: these live for the whole run. */
  readonly globals: readonly string[];
}

export type PlanItem = PlanBatch | PlanStatement;

/** A text cut at its placeholders. */
export type PlanText = readonly PlanTextPart[];
export type PlanTextPart =
  | { readonly literal: string }
  /** `written` is what stands between the braces, for messages. */
  | { readonly name: string; readonly written: string };

export type PlanExpression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly parts: PlanText }
  | { readonly kind: 'switch'; readonly on: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: PlanExpression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: PlanExpression;
      readonly right: PlanExpression;
    };

/** The order of rows, by the column with this header or name. Rows with equal values keep their order. */
export interface PlanSort {
  readonly column: PlanText;
  readonly descending: boolean;
}

export interface PlanLoad {
  readonly line: number;
  readonly type: LoadType;
  readonly path: PlanText;
  /** The column that joins a table's rows to files; null: the first. */
  readonly match: PlanText | null;
  /** The sheet of a workbook, by its name or its number from 1. Absent: the first. */
  readonly sheet?: PlanText | number;
  /** The row of the header, from 1. Absent: the first that is not empty. */
  readonly header?: number;
  /** The name of the encoding, as it is written. Absent: to be found out. */
  readonly encoding?: PlanText;
  /** Which rows or lines are kept; names are columns, or values that are set before the batch. Absent: all. */
  readonly where?: PlanExpression;
  readonly sort?: PlanSort;
  /** How many rows, lines, files or pairs are kept, after `where` and `sort`. Absent: all. */
  readonly first?: number;
  /** Whether every two files are one transaction. */
  readonly pairs?: true;
  /** The settings that hold at this LOAD. */
  readonly ocr: { readonly ifEmpty: boolean; readonly languages: readonly string[] };
  /** Whether the text of a PDF or a scan says where its pages begin. */
  readonly pageMarks: boolean;
  /** For LINES: the names of the columns, and whether the first line is a header. Null when not set. */
  readonly columns: { readonly names: readonly string[]; readonly hasHeader: boolean } | null;
}

export interface PlanModel {
  readonly line: number;
  readonly name: PlanText;
  readonly temp: number | null;
  readonly topP: number | null;
  /** The most tokens of a reply. Absent: as many as the person may have. */
  readonly maxTokens?: number;
}

export interface PlanLimit {
  readonly line: number;
  /** Transactions a minute; null: as fast as PARALLEL allows. */
  readonly perMinute: number | null;
  readonly parallel: number | null;
  readonly costUsd: number | null;
}

/** What to do when a RUN fails for good. */
export interface PlanErrorPolicy {
  readonly line: number | null;
  readonly retries: number;
  readonly then: 'SKIP' | 'HALT';
}

export interface PlanOutput {
  /** The number of this OUTPUT in its batch, from 0; the `output` statement names it. */
  readonly index: number;
  readonly line: number;
  readonly path: PlanText;
  readonly format: OutputFormat | null;
  readonly grouping: 'AGGREGATE' | 'SEPARATE' | 'MATCH';
  /** Whether the model is asked for JSON, whose keys become columns. */
  readonly reply: 'json' | 'txt';
  /**
   * Names in its path that belong to the transaction: each has a file of its own, named by their values. Absent: none.
   */
  readonly ownNames?: readonly string[];
  /** The fields that a JSON reply must have, which are the columns. Absent: whatever keys there are. */
  readonly fields?: readonly PlanField[];
  /** For one file of all transactions: the order of its rows, and how many are written. */
  readonly sort?: PlanSort;
  readonly top?: number;
}

/** A field of a JSON reply. */
export interface PlanField {
  readonly name: string;
  /** Null: a text, a number or a switch; or one of the choices. */
  readonly kind: FieldKind | null;
  /** The texts that it can be; empty: any. */
  readonly choices: readonly string[];
  /** Whether it may be missing or null. */
  readonly optional: boolean;
}

export interface PlanBatch {
  readonly kind: 'batch';
  /** The number of this batch in the script, from 1. */
  readonly number: number;
  readonly line: number;
  readonly title: PlanText | null;
  /** Null: as the whole run. */
  readonly mode: Mode | null;
  readonly batchType: BatchType | null;
  readonly pathIn: PlanText;
  readonly pathOut: PlanText;
  readonly loads: readonly PlanLoad[];
  /** Which of the loads gives the transactions, as an index; null: the batch is one transaction. */
  readonly driver: number | null;
  /** Null: the default model of the run. */
  readonly model: PlanModel | null;
  /** Models of their own, by the number of the step. Absent: no step has one. */
  readonly stepModels?: Readonly<Record<number, PlanModel>>;
  readonly limit: PlanLimit | null;
  readonly errorPolicy: PlanErrorPolicy;
  readonly track: readonly string[];
  readonly log: { readonly line: number; readonly path: PlanText } | null;
  readonly outputs: readonly PlanOutput[];
  /** How many STEPs there are; 0 when the body is not divided. */
  readonly stepCount: number;
  /** How many RUNs the body holds; each `run` statement has a number from 0. */
  readonly runCount: number;
  /** Whether transactions must run one at a time, because the body assigns a GLOBAL. */
  readonly sequential: boolean;
  readonly body: readonly PlanStatement[];
}

export type PlanGetSource =
  | { readonly kind: 'reply' }
  | { readonly kind: 'column-number'; readonly column: number }
  | { readonly kind: 'column-name'; readonly header: PlanText }
  | { readonly kind: 'json'; readonly path: PlanText }
  | { readonly kind: 'match'; readonly pattern: PlanText }
  | { readonly kind: 'file'; readonly path: PlanText };

export type PlanStatement = { readonly line: number } & (
  | {
      readonly kind: 'prompt';
      /** The number of this PROMPT in its batch, from 0. */
      readonly prompt: number;
      readonly text: PlanText;
      readonly optimize: boolean;
    }
  | {
      readonly kind: 'run';
      /** The number of this RUN in its batch, from 0: part of its stable key. */
      readonly run: number;
      readonly screen: boolean;
      readonly cache: 'CACHE' | 'NOCACHE' | null;
      /** This RUN's own retry count; null: the batch's. */
      readonly retries: number | null;
    }
  | { readonly kind: 'get'; readonly name: string; readonly source: PlanGetSource }
  | { readonly kind: 'set'; readonly name: string; readonly value: PlanExpression }
  | { readonly kind: 'global'; readonly name: string; readonly value: PlanExpression }
  | {
      readonly kind: 'if';
      readonly condition: PlanExpression;
      readonly then: readonly PlanStatement[];
      readonly else: readonly PlanStatement[];
    }
  | { readonly kind: 'loop-times'; readonly times: number; readonly body: readonly PlanStatement[] }
  | {
      readonly kind: 'loop-while' | 'loop-until';
      readonly condition: PlanExpression;
      readonly body: readonly PlanStatement[];
    }
  | { readonly kind: 'step'; readonly step: number; readonly title: PlanText | null }
  | { readonly kind: 'retry'; readonly times: number }
  | { readonly kind: 'output'; readonly output: number }
  | { readonly kind: 'write-log'; readonly text: PlanText }
  | {
      readonly kind: 'expect';
      /** The number of this EXPECT in its batch, from 0. */
      readonly expect: number;
      readonly condition: PlanExpression;
      /** What it is called in the summary and in outputs: its own text, else the condition. */
      readonly label: PlanText;
    }
  | { readonly kind: 'break' | 'skip' | 'halt' }
  /** A line that the language does not know. `presumed` is the command that was probably meant. */
  | { readonly kind: 'unknown'; readonly word: string; readonly presumed: string | null }
);
