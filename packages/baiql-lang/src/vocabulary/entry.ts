import type { OptionRow } from './parts.js';

/** Categories of words. A word may have several: `MATCH` is an option of three commands. */
export type WordGroup =
  | 'command'
  | 'option'
  | 'load-type'
  | 'mode'
  | 'operator'
  | 'built-in'
  | 'input'
  | 'setting';

/** A keyword with its documentation. */
export interface VocabularyEntry {
  readonly word: string;
  readonly group: WordGroup;
  /** Its heading in the reference. */
  readonly section: string;
  /** Syntax: `MODEL model [TEMP number] [TOP_P number]`. */
  readonly signature: string;
  /** One or a few plain sentences. */
  readonly documentation: string;
  /** One or a few lines of a script. */
  readonly example: string;
  /** For options, types and modes: the commands they may follow. */
  readonly after?: readonly string[];
}

/** Converts the rows of a section to entries. */
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
