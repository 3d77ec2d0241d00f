import { resolvePath } from '../source/paths.js';
import { type Line, plainText, type Text } from '../tree/index.js';
import type { Batch } from '../tree/nodes.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT } from '../vocabulary/file-kinds.js';
import type { Scopes } from './scopes.js';

/** The folders a line reads from and writes to, as absolute paths; null if only known at run time. */
export interface LineFolders {
  readonly in: string | null;
  readonly out: string | null;
}

const USUAL: LineFolders = { in: DEFAULT_PATH_IN, out: DEFAULT_PATH_OUT };

/**
 * The folders of each line. As in a run, the last PATH_IN of a batch applies to all of it, and to what follows, up to
 * the next one.
 */
export function findFolders({ placements }: Scopes): (line: Line) => LineFolders {
  if (!placements.some(({ line }) => line.kind === 'path-in' || line.kind === 'path-out')) return () => USUAL;
  let now = USUAL;
  const ofBatch = new Map<Batch, LineFolders>();
  const outside = new Map<Line, LineFolders>();
  const batchOf = new Map<Line, Batch>();
  for (const { line, batch } of placements) {
    if (line.kind === 'path-in') now = { ...now, in: folderOf(line.path, DEFAULT_PATH_IN, now.in) };
    else if (line.kind === 'path-out') now = { ...now, out: folderOf(line.path, DEFAULT_PATH_OUT, now.out) };
    if (batch === null) outside.set(line, now);
    else {
      ofBatch.set(batch, now);
      batchOf.set(line, batch);
    }
  }
  return (line) => {
    const batch = batchOf.get(line);
    return (batch === undefined ? outside.get(line) : ofBatch.get(batch)) ?? USUAL;
  };
}

/** An invalid PATH_IN is reported itself, not the paths below it. */
function folderOf(path: Text | null, usual: string, before: string | null): string | null {
  if (path === null) return before;
  const plain = plainText(path);
  return plain === null ? null : resolvePath(usual, plain);
}
