import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Line } from '../tree/lines.js';
import type { SimpleStatement, Statement } from '../tree/nodes.js';
import { COMMAND_ENTRIES, entryOfKind } from '../vocabulary/vocabulary.js';
import type { CommandEntry } from '../vocabulary/parts.js';

/** The effect of a line on the blocks around it. */
export type Role = NonNullable<CommandEntry['block']> | null;

/** The role of a line; a mistyped command has the role of its likely correction, if `presume` is set. */
export function roleOf(line: Line, presume: boolean): Role {
  const word = line.kind !== 'unknown' ? line.command.word : presume ? line.presumed : null;
  return COMMAND_ENTRIES.get(word ?? '')?.block ?? null;
}

/** True if a line is a statement of its own. */
export function isSimple(line: Line): line is SimpleStatement {
  return entryOfKind(line.kind)?.block === undefined;
}

/** The result of folding: a script's statements and the problems of its blocks. */
export interface Folded {
  readonly statements: readonly Statement[];
  readonly diagnostics: readonly Diagnostic[];
  /** Set if the lines were left unfolded. */
  readonly unfolded?: true;
}

/** The result for a script whose blocks cannot be determined. */
export function unfolded(lines: readonly Line[], diagnostics: readonly Diagnostic[] = []): Folded {
  return { statements: lines.filter(isSimple), diagnostics, unfolded: true };
}
