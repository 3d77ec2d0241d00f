import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Line } from '../tree/lines.js';
import type { Statement } from '../tree/nodes.js';
import { isSimple } from './roles.js';

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
