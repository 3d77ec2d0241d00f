import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Line } from '../tree/lines.js';
import type { SimpleStatement, Statement } from '../tree/nodes.js';
import { COMMAND_ENTRIES, entryOfKind } from '../vocabulary/vocabulary.js';
import type { CommandEntry } from '../vocabulary/parts.js';

/** What a line does to the blocks around it. */
export type Role = NonNullable<CommandEntry['block']> | null;

/** The role of a line; a mistyped command has the role of what was probably meant, if that may be presumed. */
export function roleOf(line: Line, presume: boolean): Role {
  const word = line.kind !== 'unknown' ? line.command.word : presume ? line.presumed : null;
  return COMMAND_ENTRIES.get(word ?? '')?.block ?? null;
}

/** Whether a line is a statement by itself. */
export function isSimple(line: Line): line is SimpleStatement {
  return entryOfKind(line.kind)?.block === undefined;
}

/** What folding gives: the statements of a script, and what is wrong with its blocks. */
export interface Folded {
  readonly statements: readonly Statement[];
  readonly diagnostics: readonly Diagnostic[];
  /** Set when the lines were left as they are. */
  readonly unfolded?: true;
}

/** The lines of a script of whose blocks nothing can be said. */
export function unfolded(lines: readonly Line[], diagnostics: readonly Diagnostic[] = []): Folded {
  return { statements: lines.filter(isSimple), diagnostics, unfolded: true };
}
