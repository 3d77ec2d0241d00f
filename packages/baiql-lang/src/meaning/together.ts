import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';

/** What is wrong with a line that makes sense only with others, or to no engine, and what it was meant to be. */
export interface Together {
  readonly mistake: Diagnostic;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The lines of the script that are read by this, as indices. */
  readonly lines: readonly number[];
  /** The command that the first of them becomes; null where it is gone, or a comment. */
  readonly command: string | null;
}

/** The lines of a script, and what is known of them while they are read. */
export interface ScriptLines {
  readonly source: Source;
  readonly lines: readonly Line[];
  /** What the parser has said. */
  readonly told: readonly Diagnostic[];
  readonly isSound: (statement: string) => boolean;
  /** What options on lines of their own have added to the lines they belong to. */
  readonly added: Map<Line, string>;
}

/** Reads the line at an index with those around it; null where it says nothing that way. */
export type ReadTogether = (script: ScriptLines, index: number) => Together | null;
