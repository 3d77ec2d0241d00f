import type { BinaryOperator } from '../tree/expressions.js';
import type { BatchType } from '../validation/batch-type.js';
import type { Mode } from '../vocabulary/commands/batches.js';
import type { FieldKind, LoadType, OutputFormat } from '../vocabulary/file-kinds.js';

/** The input of an engine. JSON-serializable; lines count from 1, names are upper case, escapes are resolved. */
export interface Plan {
  readonly version: 1;
  /** The type of the first batch. */
  readonly batchType: BatchType | null;
  /** Executed in order: batches, and statements outside them, which run once. */
  readonly items: readonly PlanItem[];
  /** Every name set by GLOBAL, which exist for the whole run. */
  readonly globals: readonly string[];
}

export type PlanItem = PlanBatch | PlanStatement;

/** A text split at its placeholders. */
export type PlanText = readonly PlanTextPart[];
export type PlanTextPart =
  | { readonly literal: string }
  /** `written` is the text between the braces, for messages. */
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

/** Sort order of rows by the column with this header or name. Stable. */
export interface PlanSort {
  readonly column: PlanText;
  readonly descending: boolean;
}

export interface PlanLoad {
  readonly line: number;
  readonly type: LoadType;
  readonly path: PlanText;
  /** The column that joins a table's rows to files; null for the first. */
  readonly match: PlanText | null;
  /** A workbook's sheet, by name or number from 1. Absent: the first. */
  readonly sheet?: PlanText | number;
  /** The header row, from 1. Absent: the first non-empty row. */
  readonly header?: number;
  /** The encoding's name, as written. Absent: detected. */
  readonly encoding?: PlanText;
  /** Filter of rows or lines; names are columns, or values set before the batch. Absent: all. */
  readonly where?: PlanExpression;
  readonly sort?: PlanSort;
  /** Number of rows, lines, files or pairs after `where` and `sort`. Absent: all. */
  readonly first?: number;
  /** True if every pair of files is one transaction. */
  readonly pairs?: true;
  /** The settings in effect at this LOAD. */
  readonly ocr: { readonly ifEmpty: boolean; readonly languages: readonly string[] };
  /** True if the text of a PDF or scan includes page marks. */
  readonly pageMarks: boolean;
  /** For LINES: the column names, and whether the first line is a header. Null if not set. */
  readonly columns: { readonly names: readonly string[]; readonly hasHeader: boolean } | null;
}

export interface PlanModel {
  readonly line: number;
  readonly name: PlanText;
  readonly temp: number | null;
  readonly topP: number | null;
  /** Maximum tokens of a reply. Absent: the user's limit. */
  readonly maxTokens?: number;
}

export interface PlanLimit {
  readonly line: number;
  /** Transactions per minute; null: limited only by PARALLEL. */
  readonly perMinute: number | null;
  readonly parallel: number | null;
  readonly costUsd: number | null;
}

/** The policy for a RUN that fails permanently. */
export interface PlanErrorPolicy {
  readonly line: number | null;
  readonly retries: number;
  readonly then: 'SKIP' | 'HALT';
}

export interface PlanOutput {
  /** Index of this OUTPUT in its batch, referenced by `output` statements. */
  readonly index: number;
  readonly line: number;
  readonly path: PlanText;
  readonly format: OutputFormat | null;
  readonly grouping: 'AGGREGATE' | 'SEPARATE' | 'MATCH';
  /** True if the model is asked for JSON, whose keys become columns. */
  readonly reply: 'json' | 'txt';
  /** Names of the transaction in its path: each transaction has its own file. Absent: none. */
  readonly ownNames?: readonly string[];
  /** Required fields of a JSON reply, which are the columns. Absent: any keys. */
  readonly fields?: readonly PlanField[];
  /** For one file of all transactions: the order of its rows, and how many are written. */
  readonly sort?: PlanSort;
  readonly top?: number;
}

/** A field of a JSON reply. */
export interface PlanField {
  readonly name: string;
  /** Null: a string, a number or a boolean; or one of the choices. */
  readonly kind: FieldKind | null;
  /** Allowed values; empty for any. */
  readonly choices: readonly string[];
  /** True if it may be missing or null. */
  readonly optional: boolean;
}

export interface PlanBatch {
  readonly kind: 'batch';
  /** Number of this batch in the script, from 1. */
  readonly number: number;
  readonly line: number;
  readonly title: PlanText | null;
  /** Null: as for the whole run. */
  readonly mode: Mode | null;
  readonly batchType: BatchType | null;
  readonly pathIn: PlanText;
  readonly pathOut: PlanText;
  readonly loads: readonly PlanLoad[];
  /** Index of the load that provides the transactions; null: the batch is one transaction. */
  readonly driver: number | null;
  /** Null: the run's default model. */
  readonly model: PlanModel | null;
  /** STEPs with their own model, by step number. Absent: none. */
  readonly stepModels?: Readonly<Record<number, PlanModel>>;
  readonly limit: PlanLimit | null;
  readonly errorPolicy: PlanErrorPolicy;
  readonly track: readonly string[];
  readonly log: { readonly line: number; readonly path: PlanText } | null;
  readonly outputs: readonly PlanOutput[];
  /** Number of STEPs; 0 for a body without any. */
  readonly stepCount: number;
  /** Number of RUNs in the body; each `run` statement has an index from 0. */
  readonly runCount: number;
  /** True if transactions must run one at a time, because the body assigns a GLOBAL. */
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
      /** Index of this PROMPT in its batch. */
      readonly prompt: number;
      readonly text: PlanText;
      readonly optimize: boolean;
    }
  | {
      readonly kind: 'run';
      /** Index of this RUN in its batch: part of its stable key. */
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
      /** Index of this EXPECT in its batch. */
      readonly expect: number;
      readonly condition: PlanExpression;
      /** Its name in the summary and in outputs: its own text, else the condition. */
      readonly label: PlanText;
    }
  | { readonly kind: 'break' | 'skip' | 'halt' }
  /** An unknown line. `presumed` is the likely intended command. */
  | { readonly kind: 'unknown'; readonly word: string; readonly presumed: string | null }
);
