import { nameOfHeader } from '../source/names.js';
import { resolvePath } from '../source/paths.js';
import { type LoadLine, plainText, type Text, type Word } from '../tree/index.js';
import type { Batch } from '../tree/nodes.js';
import { knownFiles } from './known-files.js';
import type { Environment } from './environment.js';
import type { Scopes } from './scopes.js';

/** A table that is loaded as rows. */
export interface LoadedTable {
  readonly load: LoadLine;
  readonly path: Text;
  /** As they stand in the table. */
  readonly headers: readonly string[];
  /** Those that placeholders have for them. */
  readonly names: readonly string[];
}

/** The columns of the tables that a script loads, as far as the environment knows them. */
export interface TableColumns {
  /** The names that they give, over all batches. */
  readonly names: ReadonlySet<string>;
  /** Where tables are loaded as rows, with the names that each gives. */
  readonly loaded: readonly LoadedTable[];
  /** Whether some LOAD could not be read, so that names may come from it. */
  readonly uncertain: boolean;
  /** Tables that are loaded as something else than rows, with the names that their columns would have. */
  readonly notRows: readonly { readonly names: ReadonlySet<string>; readonly type: Word }[];
  /** For each batch, the widest table with its number of columns; none when some table is not known. */
  readonly widest: ReadonlyMap<Batch, { readonly path: string; readonly columns: number }>;
}

/** What the tables of a script's batches give, and whether all of them are known. */
export function findTables(scopes: Scopes, environment: Environment, pathIn: string): TableColumns {
  const headers = new Map<string, readonly string[]>();
  for (const [path, columns] of Object.entries(environment.headers ?? {})) {
    const whole = resolvePath(pathIn, path);
    if (whole !== null) headers.set(whole, columns);
  }
  const names = new Set<string>();
  const notRows: { names: ReadonlySet<string>; type: Word }[] = [];
  const loaded: LoadedTable[] = [];
  const named = new Set<readonly string[]>();
  const addNames = (columns: readonly string[]): void => {
    if (named.has(columns)) return;
    named.add(columns);
    for (const column of columns) names.add(nameOfHeader(column));
  };
  const files = environment.files === undefined ? null : knownFiles(environment.files, pathIn);
  const isMissing = (path: Text | null): boolean => {
    const plain = path === null ? null : plainText(path);
    const whole = plain === null ? null : resolvePath(pathIn, plain);
    return files !== null && (whole === null || !files.has(whole));
  };
  const widest = new Map<Batch, { path: string; columns: number }>();
  let uncertain = false;
  for (const { batch, loads, lines } of scopes.batches) {
    let allKnown = true;
    for (const load of loads) {
      const columns = headersOf(load.path, headers, pathIn);
      if (load.type !== null && load.type.word !== 'FILE') {
        if (columns !== null) notRows.push({ names: new Set(columns.map(nameOfHeader)), type: load.type });
        continue;
      }
      if (columns === null || load.broken) {
        allKnown = false;
        // A table that is not there explains its columns.
        uncertain ||= load.broken || isMissing(load.path);
        continue;
      }
      addNames(columns);
      const { path } = load;
      if (path !== null) loaded.push({ load, path, headers: columns, names: columns.map(nameOfHeader) });
      const plain = path === null ? '' : (plainText(path) ?? '');
      if (columns.length > (widest.get(batch)?.columns ?? 0))
        widest.set(batch, { path: plain, columns: columns.length });
    }
    if (!allKnown || loads.some((load) => load.type?.word === 'LINES')) widest.delete(batch);
    uncertain ||= lines.some((line) => line.kind === 'unknown' && line.presumed === 'LOAD');
  }
  for (const { line, batch } of scopes.placements) {
    // Where it cannot stand, something is said about the LOAD, and not about the columns that it would bring.
    if (batch !== null || line.kind !== 'load') continue;
    addNames(headersOf(line.path, headers, pathIn) ?? []);
  }
  return { names, loaded, uncertain: uncertain && (headers.size > 0 || files !== null), notRows, widest };
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
