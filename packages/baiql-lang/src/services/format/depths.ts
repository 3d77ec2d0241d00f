import type { Line } from '../../tree/lines.js';
import type { Script, Statement } from '../../tree/nodes.js';
import { blocksOf } from '../../tree/visit.js';

/** How deep in blocks each line stands. Lines that closed nothing are not in the map. */
export function depthsOf(tree: Script): Map<Line, number> {
  const depths = new Map<Line, number>();
  const note = (line: Line | null, depth: number): void => {
    if (line !== null) depths.set(line, depth);
  };
  const walk = (statements: readonly Statement[], depth: number): void => {
    for (const statement of statements) {
      if (statement.kind === 'batch' || statement.kind === 'loop' || statement.kind === 'if') {
        note(statement.start, depth);
        for (const body of blocksOf(statement)) walk(body, depth + 1);
        if (statement.kind === 'if' && statement.else !== null) note(statement.else.line, depth);
        note(statement.end, depth);
      } else note(statement, depth);
    }
  };
  walk(tree.statements, 0);
  return depths;
}
