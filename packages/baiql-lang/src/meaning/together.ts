import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';

/** What is wrong with a line that makes sense only with others, or to no engine, and what it was meant to be. */
export interface Together {
  readonly mistake: Diagnostic;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Indexes of the other lines that this covers. */
  readonly others?: readonly number[];
  /** The resulting command; none if the line is removed or a comment. */
  readonly command?: string | null;
}

/** The lines of a script, with the state of their interpretation. */
export interface ScriptLines {
  readonly source: Source;
  readonly lines: readonly Line[];
  /** The parser's diagnostics. */
  readonly told: readonly Diagnostic[];
  readonly isSound: (statement: string) => boolean;
  /** What options on lines of their own have added to the lines they belong to. */
  readonly added: Map<Line, string>;
}

/** Interprets a line together with its neighbors; null if that fails. */
export type ReadTogether = (script: ScriptLines, line: Line, index: number) => Together | null;
