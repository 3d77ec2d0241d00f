import { nameOfHeader } from '../source/names.js';
import { isPattern, matchesPattern, resolvePath } from '../source/paths.js';
import { plainText, type Text } from '../tree/index.js';
import type { Batch } from '../tree/nodes.js';
import type { Environment } from './environment.js';
import type { Scopes } from './scopes.js';

/** The columns of the tables that a script loads, as far as the environment knows them. */
export interface TableColumns {
  /** The names that they give, over all batches. */
  readonly names: ReadonlySet<string>;
  /** Whether some LOAD could not be read, so that names may come from it. */
  readonly uncertain: boolean;
  /** For each batch, the widest table with its number of columns; none when some table is not known. */
  readonly widest: ReadonlyMap<Batch, { readonly path: string; readonly columns: number }>;
}

/** Environment paths as whole paths. */
export function wholePaths(paths: readonly string[], pathIn: string): Set<string> {
  const whole = new Set<string>();
  for (const path of paths) {
    const resolved = resolvePath(pathIn, path);
    if (resolved !== null) whole.add(resolved);
  }
  return whole;
}

/** Whether a path, pattern or folder names at least one of these files. */
export function isAmong(whole: string, files: ReadonlySet<string>): boolean {
  if (files.has(whole)) return true;
  const folder = whole.endsWith('/') ? whole : `${whole}/`;
  for (const file of files) {
    if (isPattern(whole) ? matchesPattern(whole, file) : file.startsWith(folder)) return true;
  }
  return false;
}

export function findTables(scopes: Scopes, environment: Environment, pathIn: string): TableColumns {
  const headers = new Map<string, readonly string[]>();
  for (const [path, columns] of Object.entries(environment.headers ?? {})) {
    const whole = resolvePath(pathIn, path);
    if (whole !== null) headers.set(whole, columns);
  }
  const names = new Set<string>();
  const widest = new Map<Batch, { path: string; columns: number }>();
  let uncertain = false;
  for (const { batch, loads, lines } of scopes.batches) {
    let allKnown = true;
    for (const load of loads) {
      if (load.type !== null && load.type.word !== 'FILE') continue;
      const columns = headersOf(load.path, headers, pathIn);
      if (columns === null || load.broken) {
        allKnown = false;
        uncertain ||= load.broken;
        continue;
      }
      for (const column of columns) names.add(nameOfHeader(column));
      const path = load.path === null ? '' : (plainText(load.path) ?? '');
      if (columns.length > (widest.get(batch)?.columns ?? 0))
        widest.set(batch, { path, columns: columns.length });
    }
    if (!allKnown || loads.some((load) => load.type?.word === 'LINES')) widest.delete(batch);
    uncertain ||= lines.some((line) => line.kind === 'unknown' && line.presumed === 'LOAD');
  }
  for (const { line, batch } of scopes.placements) {
    // Where it cannot stand, something is said about the LOAD, and not about the columns that it would bring.
    if (batch !== null || line.kind !== 'load') continue;
    for (const column of headersOf(line.path, headers, pathIn) ?? []) names.add(nameOfHeader(column));
  }
  return { names, uncertain: uncertain && headers.size > 0, widest };
}

function headersOf(
  path: Text | null,
  headers: ReadonlyMap<string, readonly string[]>,
  pathIn: string,
): readonly string[] | null {
  const plain = path === null ? null : plainText(path);
  const whole = plain === null ? null : resolvePath(pathIn, plain);
  return whole === null ? null : (headers.get(whole) ?? null);
}
