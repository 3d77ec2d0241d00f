import type { OptionRow } from './parts.js';

/** What a word of the language is. A word may be several things: `MATCH` is an option of three commands. */
export type WordGroup =
  | 'command'
  | 'option'
  | 'load-type'
  | 'mode'
  | 'operator'
  | 'built-in'
  | 'input'
  | 'setting';

/** One word of the language, with what a person wants to know about it. */
export interface VocabularyEntry {
  readonly word: string;
  readonly group: WordGroup;
  /** The heading under which the reference lists it. */
  readonly section: string;
  /** How it is written: `MODEL model [TEMP number] [TOP_P number]`. */
  readonly signature: string;
  /** One or a few plain sentences. */
  readonly documentation: string;
  /** One or a few lines of a script. */
  readonly example: string;
  /** For options, types and modes: the commands that they may follow. */
  readonly after?: readonly string[];
}

/** Turns rows of a section into entries. */
export function section(
  group: WordGroup,
  title: string,
  rows: readonly OptionRow[],
  after?: readonly string[],
): VocabularyEntry[] {
  return rows.map(([word, signature, documentation, example]) => ({
    word,
    group,
    section: title,
    signature,
    documentation,
    example,
    ...(after === undefined ? {} : { after }),
  }));
}
