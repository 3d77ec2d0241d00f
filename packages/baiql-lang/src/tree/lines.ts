import type { Range } from '../source/position.js';
import type { FieldKind } from '../vocabulary/file-kinds.js';
import type { CommandTable, CommandWord } from '../vocabulary/commands/index.js';
import type { Expression, Name, NumberValue, Text } from './expressions.js';

/** A keyword with its range. */
export interface Word<Which extends string = string> {
  /** In upper case, except the formats of OUTPUT. */
  readonly word: Which;
  readonly range: Range;
}

export interface LineBase {
  /** From the command to its last part, without comment. */
  readonly range: Range;
  readonly command: Word;
  /** True if the line has a syntax error. It still counts as its command, with null for missing parts. */
  readonly broken: boolean;
  /** For broken and unknown lines: every name, in upper case, that the line may read or set. */
  readonly mentions: readonly string[];
}

/** A field of a JSON reply in FIELDS: `score NUMBER`, `grade ("A", "B")`, `year OPTIONAL`. */
export interface Field {
  readonly name: Name;
  /** Null: a string, a number or a boolean. */
  readonly kind: Word<FieldKind> | null;
  /** Allowed values; empty for any. */
  readonly choices: readonly Text[];
  readonly optional: boolean;
  readonly range: Range;
}

/** The node type of each kind of part. */
interface Values {
  readonly text: Text | null;
  readonly path: Text | null;
  readonly pattern: Text | null;
  readonly name: Name | null;
  readonly reads: readonly Name[];
  readonly fields: readonly Field[];
  readonly expression: Expression | null;
  readonly number: NumberValue | null;
}

/** One node field per part with a field; parts that share a field have the union of their words. */
type FieldsOf<P> = P extends { readonly part: 'maybe'; readonly of: readonly (infer Inner)[] }
  ? FieldsOf<Inner>
  : P extends { readonly of: readonly (readonly (infer Inner)[])[] }
    ? FieldsOf<Inner>
    : P extends { readonly part: 'flag'; readonly field: infer Field extends string }
      ? readonly [Field, boolean]
      : P extends {
            readonly part: 'word';
            readonly field: infer Field extends string;
            readonly words: readonly (infer Which extends string)[];
          }
        ? readonly [Field, Word<Which> | null]
        : P extends {
              readonly part: infer Kind extends keyof Values;
              readonly field: infer Field extends string;
            }
          ? readonly [Field, Values[Kind]]
          : never;

type NodeOf<Fields extends readonly [string, unknown]> = {
  readonly [Field in Fields[0]]: Extract<Fields, readonly [Field, unknown]>[1];
};

/** The node of a line by its command, with kind and fields derived from the table of commands. */
export type LineOf<Command extends CommandWord> = Command extends CommandWord
  ? LineBase & { readonly kind: CommandTable[Command]['kind'] } & NodeOf<
        FieldsOf<CommandTable[Command]['syntax'][number]>
      >
  : never;

/** A line without a command. */
export interface UnknownLine extends LineBase {
  readonly kind: 'unknown';
  /** The likely intended command. */
  readonly presumed: string | null;
}

export type AssignLine = LineOf<'SET' | 'GLOBAL'>;
export type ExpectLine = LineOf<'EXPECT'>;
export type GetLine = LineOf<'GET'>;
export type LoadLine = LineOf<'LOAD'>;
export type ModelLine = LineOf<'MODEL'>;
export type OutputLine = LineOf<'OUTPUT'>;
export type PromptLine = LineOf<'PROMPT'>;
export type RunLine = LineOf<'RUN'>;

/** One statement as a line, before blocks are folded. */
export type Line = LineOf<CommandWord> | UnknownLine;

export type LineKind = Line['kind'];
