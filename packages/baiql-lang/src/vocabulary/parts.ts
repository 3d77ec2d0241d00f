import type { DiagnosticCode } from '../diagnostics/severities.js';

export type BlockKind = 'BATCH' | 'IF' | 'LOOP';

/** The range of a number. */
export interface NumberLimit {
  readonly min: number;
  /** Null for no upper limit; then `min` itself is excluded. */
  readonly max: number | null;
  readonly whole: boolean;
}

/**
 * A value and its field in the line's node. `need` completes the message "… requires"; null if the value is optional.
 */
export interface ValuePart<Kind extends ValueKind = ValueKind, Field extends string = string> {
  readonly part: Kind;
  readonly field: Field;
  readonly need: string | null;
}

/**
 * `path`: a text that may be unquoted. `pattern`: a text that keeps its backslashes. `name`: a name the line sets.
 * `reads`: comma-separated names that are read. `fields`: comma-separated fields of a reply with their options.
 */
export type ValueKind = 'text' | 'path' | 'pattern' | 'name' | 'reads' | 'fields' | 'expression';

export interface NumberPart<Field extends string = string> {
  readonly part: 'number';
  readonly field: Field;
  readonly need: string | null;
  readonly limit: NumberLimit;
}

/** One of several keywords. */
export interface WordPart<Field extends string | null = string | null, Word extends string = string> {
  readonly part: 'word';
  readonly words: readonly Word[];
  /** The field that stores the word; null if the word only introduces what follows. */
  readonly field: Field;
  readonly need: string | null;
  /** True if a missing part is reported for this word instead of the command. */
  readonly leads: boolean;
  /** True if the words are lower case. */
  readonly lower?: true;
}

/** An optional word. */
export interface FlagPart<Field extends string = string> {
  readonly part: 'flag';
  readonly words: readonly [string];
  readonly field: Field;
}

/** An optional sequence: its first part decides whether it is present. */
export interface MaybePart<Of extends readonly Part[] = readonly Part[]> {
  readonly part: 'maybe';
  readonly of: Of;
}

/** Alternatives, distinguished by their first parts. */
export interface EitherPart<Of extends readonly (readonly Part[])[] = readonly (readonly Part[])[]> {
  readonly part: 'either';
  readonly need: string;
  readonly of: Of;
}

/** Options in any order, each at most once. */
export interface AnyPart<Of extends readonly (readonly Part[])[] = readonly (readonly Part[])[]> {
  readonly part: 'any';
  readonly of: Of;
}

/** The sign between a name and its value. */
export interface EqualsPart {
  readonly part: 'equals';
  readonly need: string;
}

/** One part of a command's syntax. */
export type Part =
  | ValuePart
  | NumberPart
  | WordPart
  | FlagPart
  | EqualsPart
  // Recursive parts, which TypeScript only allows in interfaces.
  | MaybePart
  | EitherPart
  | AnyPart;

const value =
  <Kind extends ValueKind>(part: Kind, usualNeed: string) =>
  <const Field extends string>(field: Field, need: string | null = usualNeed): ValuePart<Kind, Field> => ({
    part,
    field,
    need,
  });

export const text = value('text', 'a text');
export const path = value('path', 'a path');
export const pattern = value('pattern', 'a text');
export const name = value('name', 'a name');
export const reads = value('reads', 'a name');
export const fields = value('fields', 'a name');
export const expression = value('expression', 'a value');

export const number = <const Field extends string>(
  field: Field,
  min: number,
  max: number | null,
  whole: 'whole' | 'fraction' = 'whole',
): NumberPart<Field> => ({
  part: 'number',
  field,
  need: 'a number',
  limit: { min, max, whole: whole === 'whole' },
});

/** A word that introduces a part, and is the subject of its "requires" message. */
export const option = (word: string): WordPart<null> => ({
  part: 'word',
  words: [word],
  field: null,
  need: null,
  leads: true,
});

/** A word between two parts. */
export const link = (word: string, need: string | null): WordPart<null> => ({
  part: 'word',
  words: [word],
  field: null,
  need,
  leads: need === null,
});

/** A stored word that introduces a part. */
export const kindOf = <const Field extends string, const Word extends string>(
  field: Field,
  word: Word,
): WordPart<Field, Word> => ({ part: 'word', words: [word], field, need: null, leads: true });

/** One of several mutually exclusive words. */
export const choice = <const Field extends string, const Word extends string>(
  field: Field,
  words: readonly Word[],
  need: string | null = null,
): WordPart<Field, Word> => ({ part: 'word', words, field, need, leads: false });

/** The same in lower case. */
export const lowerChoice = <const Field extends string, const Word extends string>(
  field: Field,
  words: readonly Word[],
  need: string,
): WordPart<Field, Word> => ({ part: 'word', words, field, need, leads: false, lower: true });

export const flag = <const Field extends string>(field: Field, word: string): FlagPart<Field> => ({
  part: 'flag',
  words: [word],
  field,
});

export const equals: EqualsPart = { part: 'equals', need: '= after the name' };

export const maybe = <const Of extends readonly Part[]>(...of: Of): MaybePart<Of> => ({ part: 'maybe', of });

export const either = <const Of extends readonly (readonly Part[])[]>(
  need: string,
  ...of: Of
): EitherPart<Of> => ({ part: 'either', need, of });

export const any = <const Of extends readonly (readonly Part[])[]>(...of: Of): AnyPart<Of> => ({
  part: 'any',
  of,
});

/** A word that may follow a command, as documented in hover and reference. */
export type OptionRow = readonly [word: string, signature: string, documentation: string, example: string];

export interface OptionSection {
  readonly title: string;
  readonly group: 'option' | 'load-type' | 'mode';
  readonly rows: readonly OptionRow[];
}

/** The definition of a command. */
export interface CommandEntry {
  /** The kind of its lines' nodes. */
  readonly kind: string;
  /** Its heading in the reference. */
  readonly section: string;
  readonly signature: string;
  readonly documentation: string;
  readonly example: string;
  /** Its syntax. */
  readonly syntax: readonly Part[];
  /** Documentation of its words. */
  readonly options?: readonly OptionSection[];
  /** Where it is allowed, if restricted, and the message outside a batch. */
  readonly place?: { readonly inside: 'batch' | 'step' | 'loop'; readonly outside: DiagnosticCode };
  /** Its effect on the block structure. */
  readonly block?: { readonly does: 'open' | 'close' | 'divide'; readonly block: BlockKind };
  /** True if it is evaluated once, when a batch begins, instead of for each transaction. */
  readonly declares?: true;
}
