import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';

/** What is wrong with a line that makes sense only with others, or to no engine, and what it was meant to be. */
export interface Together {
  readonly mistake: Diagnostic;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The other lines of the script that are read by this, as indices. */
  readonly others?: readonly number[];
  /** The command that the line becomes; none where it is gone, or a comment. */
  readonly command?: string | null;
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

/** Reads a line with those around it; null where it says nothing that way. */
export type ReadTogether = (script: ScriptLines, line: Line, index: number) => Together | null;
