import type { DiagnosticCode } from '../diagnostics/severities.js';

export type BlockKind = 'BATCH' | 'IF' | 'LOOP';

/** The bounds of a number. */
export interface NumberLimit {
  readonly least: number;
  /** Null when there is no upper bound; then `least` itself is not allowed either. */
  readonly most: number | null;
  readonly whole: boolean;
}

/**
 * A value, and the field of the line's node that it becomes. `need` is what is said to be missing, after
 * "… requires"; without it the value may be left out.
 */
export interface ValuePart<Kind extends ValueKind = ValueKind, Field extends string = string> {
  readonly part: Kind;
  readonly field: Field;
  readonly need: string | null;
}

/**
 * `path`: a text that may go without quotes. `pattern`: a text that keeps its backslashes. `name`: a name that the
 * line sets. `reads`: names with commas between them, which are read. `fields`: the fields of a reply with what each
 * takes, with commas between them.
 */
export type ValueKind = 'text' | 'path' | 'pattern' | 'name' | 'reads' | 'fields' | 'expression';

export interface NumberPart<Field extends string = string> {
  readonly part: 'number';
  readonly field: Field;
  readonly need: string | null;
  readonly limit: NumberLimit;
}

/** One of some words of the language. */
export interface WordPart<Field extends string | null = string | null, Word extends string = string> {
  readonly part: 'word';
  readonly words: readonly Word[];
  /** The field that says which word stands there; null where it only says what comes next. */
  readonly field: Field;
  readonly need: string | null;
  /** Whether what follows is missed by this word, not by the command. */
  readonly leads: boolean;
  /** Whether the words are written in lower case. */
  readonly lower?: true;
}

/** A word that is there or not. */
export interface FlagPart<Field extends string = string> {
  readonly part: 'flag';
  readonly words: readonly [string];
  readonly field: Field;
}

/** What may be left out: its first part says whether it is there. */
export interface MaybePart<Of extends readonly Part[] = readonly Part[]> {
  readonly part: 'maybe';
  readonly of: Of;
}

/** One of several, told apart by how they begin. */
export interface EitherPart<Of extends readonly (readonly Part[])[] = readonly (readonly Part[])[]> {
  readonly part: 'either';
  readonly need: string;
  readonly of: Of;
}

/** Options, as many as there are and in any order, each once. */
export interface AnyPart<Of extends readonly (readonly Part[])[] = readonly (readonly Part[])[]> {
  readonly part: 'any';
  readonly of: Of;
}

/** The sign between a name and its value. */
export interface EqualsPart {
  readonly part: 'equals';
  readonly need: string;
}

/** One part of what follows a command. */
export type Part =
  | ValuePart
  | NumberPart
  | WordPart
  | FlagPart
  | EqualsPart
  // Parts within parts, which TypeScript allows in interfaces only.
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
  least: number,
  most: number | null,
  whole: 'whole' | 'fraction' = 'whole',
): NumberPart<Field> => ({
  part: 'number',
  field,
  need: 'a number',
  limit: { least, most, whole: whole === 'whole' },
});

/** A word that says what comes next, and lacks it where it is missing. */
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

/** A word that is noted, and says what comes next. */
export const kindOf = <const Field extends string, const Word extends string>(
  field: Field,
  word: Word,
): WordPart<Field, Word> => ({ part: 'word', words: [word], field, need: null, leads: true });

/** One word out of some that exclude each other. */
export const choice = <const Field extends string, const Word extends string>(
  field: Field,
  words: readonly Word[],
  need: string | null = null,
): WordPart<Field, Word> => ({ part: 'word', words, field, need, leads: false });

/** The same, written in lower case. */
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

/** A word that may follow a command, as hover and the reference explain it. */
export type OptionRow = readonly [word: string, signature: string, documentation: string, example: string];

export interface OptionSection {
  readonly title: string;
  readonly group: 'option' | 'load-type' | 'mode';
  readonly rows: readonly OptionRow[];
}

/** Everything that the language knows of a command. */
export interface CommandEntry {
  /** The kind of its lines' nodes. */
  readonly kind: string;
  /** The heading under which the reference lists it. */
  readonly section: string;
  readonly signature: string;
  readonly documentation: string;
  readonly example: string;
  /** What follows it, in order. */
  readonly takes: readonly Part[];
  /** The words among that, explained. */
  readonly options?: readonly OptionSection[];
  /** Where it belongs, if not anywhere, and what is said of it outside of a batch. */
  readonly place?: { readonly inside: 'batch' | 'step' | 'loop'; readonly outside: DiagnosticCode };
  /** What it does to the blocks around it. */
  readonly block?: { readonly does: 'open' | 'close' | 'divide'; readonly block: BlockKind };
  /** Whether it is read once, when a batch begins, and not for each transaction. */
  readonly declares?: true;
}
