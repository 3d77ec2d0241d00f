import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';

/** The diagnostic of a line that makes sense only with others, or is superfluous, and its replacement. */
export interface Together {
  readonly diagnostic: Diagnostic;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Indexes of the other lines it covers. */
  readonly others?: readonly number[];
  /** The resulting command; none if the line is removed or a comment. */
  readonly command?: string | null;
}

/** The lines of a script, with the state of their interpretation. */
export interface ScriptLines {
  readonly source: Source;
  readonly lines: readonly Line[];
  /** The parser's diagnostics. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isSound: (statement: string) => boolean;
  /** Options on lines of their own, by the line to which they were added. */
  readonly added: Map<Line, string>;
}

/** Interprets a line together with its neighbors; null if that fails. */
export type ReadTogether = (script: ScriptLines, line: Line, index: number) => Together | null;
