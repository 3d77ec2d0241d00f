import type { Line } from '../../tree/lines.js';
import type { Script, Statement } from '../../tree/nodes.js';

/** How deep in blocks each line stands. Lines that closed nothing are not in the map. */
export function depthsOf(tree: Script): Map<Line, number> {
  const depths = new Map<Line, number>();
  const note = (line: Line | null, depth: number): void => {
    if (line !== null) depths.set(line, depth);
  };
  const walk = (statements: readonly Statement[], depth: number): void => {
    for (const statement of statements) {
      switch (statement.kind) {
        case 'batch':
        case 'loop':
          note(statement.start, depth);
          walk(statement.body, depth + 1);
          note(statement.end, depth);
          break;
        case 'if':
          note(statement.start, depth);
          walk(statement.then, depth + 1);
          if (statement.else !== null) {
            note(statement.else.line, depth);
            walk(statement.else.body, depth + 1);
          }
          note(statement.end, depth);
          break;
        default:
          note(statement, depth);
      }
    }
  };
  walk(tree.statements, 0);
  return depths;
}
