import type { Line, LoadLine } from '../tree/lines.js';
import type { Batch, Script, Statement } from '../tree/nodes.js';
import { blocksOf } from '../tree/visit.js';

/** The position of a line in the block structure. */
export interface Placement {
  readonly line: Line;
  readonly batch: Batch | null;
  /** True inside a LOOP; and true directly in its batch (or in the script, outside one). */
  readonly inLoop: boolean;
  readonly direct: boolean;
}

/** A batch with all its lines, including nested blocks. */
export interface BatchScope {
  readonly batch: Batch;
  readonly lines: readonly Line[];
  readonly loads: readonly LoadLine[];
}

export interface Scopes {
  readonly placements: readonly Placement[];
  readonly batches: readonly BatchScope[];
}

/** Records the scope of every line in one pass. */
export function findScopes(tree: Script): Scopes {
  const placements: Placement[] = [];
  const batches: BatchScope[] = [];

  const walk = (
    statements: readonly Statement[],
    batch: Batch | null,
    inLoop: boolean,
    direct: boolean,
  ): void => {
    for (const statement of statements) {
      if (statement.kind === 'batch') {
        const from = placements.length;
        if (statement.start !== null) placements.push({ line: statement.start, batch, inLoop, direct });
        walk(statement.body, statement, false, true);
        const lines = placements.slice(from).map((placement) => placement.line);
        batches.push({ batch: statement, lines, loads: lines.filter((line) => line.kind === 'load') });
      } else if (statement.kind === 'if' || statement.kind === 'loop') {
        placements.push({ line: statement.start, batch, inLoop, direct });
        const inner = inLoop || statement.kind === 'loop';
        for (const block of blocksOf(statement)) walk(block, batch, inner, false);
      } else {
        placements.push({ line: statement, batch, inLoop, direct });
      }
    }
  };
  walk(tree.statements, null, false, true);
  return { placements, batches };
}
