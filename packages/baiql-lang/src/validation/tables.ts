import { nameOfHeader, namesOfColumns } from '../source/names.js';
import { isLoadable, resolvePath } from '../source/paths.js';
import { type Line, type LoadLine, plainText, type Text, type Word } from '../tree/index.js';
import type { Batch } from '../tree/nodes.js';
import { DEFAULT_PATH_IN } from '../vocabulary/file-kinds.js';
import type { Environment } from './environment.js';
import type { LineFolders } from './folders.js';
import { readersOfOwnFiles } from './own-files.js';
import type { Scopes } from './scopes.js';

/** A table that is loaded as rows. */
export interface LoadedTable {
  readonly load: LoadLine;
  readonly path: Text;
  /** As they stand in the table. */
  readonly headers: readonly string[];
  /** The names by which placeholders reach them. */
  readonly names: readonly string[];
  /** Its first rows as they stand there; none where they are not known. */
  readonly firstRows: readonly (readonly string[])[];
}

/** The columns of the tables that a script loads, as far as the environment knows them. */
export interface TableColumns {
  /** The names that they give, over all batches. */
  readonly names: ReadonlySet<string>;
  /** Where tables are loaded as rows, with the names that each gives. */
  readonly loaded: readonly LoadedTable[];
  /** Whether the columns of some table are not known, so that names may come from it. */
  readonly uncertain: boolean;
  /** Tables that are loaded as something else than rows, with the names that their columns would have. */
  readonly notRows: readonly { readonly names: ReadonlySet<string>; readonly type: Word }[];
  /** For each batch, the widest table with its number of columns; none when some table is not known. */
  readonly widest: ReadonlyMap<Batch, { readonly path: string; readonly columns: number }>;
}

/** What the tables of a script's batches give, and whether all of them are known. */
export function findTables(
  scopes: Scopes,
  environment: Environment,
  foldersOf: (line: Line) => LineFolders,
): TableColumns {
  const headers = byWholePath(environment.headers ?? {});
  const firstRows = byWholePath(environment.firstRows ?? {});
  const names = new Set<string>();
  const notRows: { names: ReadonlySet<string>; type: Word }[] = [];
  const loaded: LoadedTable[] = [];
  const named = new Set<readonly string[]>();
  const addNames = (columns: readonly string[]): void => {
    if (named.has(columns)) return;
    named.add(columns);
    for (const column of columns) names.add(nameOfHeader(column));
  };
  const wholePathOf = (load: LoadLine): string => {
    const plain = plainOf(load);
    const folder = foldersOf(load).in;
    return (plain === null || folder === null ? null : resolvePath(folder, plain)) ?? '';
  };
  const headersOf = (load: LoadLine): readonly string[] | null => {
    const whole = wholePathOf(load);
    // What is known is the first sheet.
    if (load.sheet !== null || (load.sheetNumber !== null && load.sheetNumber.value !== 1)) return null;
    const columns = load.header === null ? headers.get(whole) : firstRows.get(whole)?.[load.header.value - 1];
    return columns ?? null;
  };
  const widest = new Map<Batch, { path: string; columns: number }>();
  const { readers } = readersOfOwnFiles(scopes, foldersOf);
  let uncertain = false;
  for (const { batch, loads, lines } of scopes.batches) {
    let allKnown = true;
    for (const load of loads) {
      const columns = headersOf(load);
      if (load.type !== null && load.type.word !== 'FILE') {
        const { type } = load;
        // What cannot be loaded so is told, with the type that gives its columns.
        if (!isLoadable(plainOf(load) ?? '', type.word)) addNames(columns ?? []);
        else if (columns !== null) notRows.push({ names: new Set(columns.map(nameOfHeader)), type });
        continue;
      }
      if (columns === null || load.broken || readers.has(load)) {
        allKnown = false;
        // A table that is not there, cannot be looked into, or is yet to be written, explains its columns.
        if (!load.broken) addNames(columns ?? []);
        uncertain ||= load.broken || mayBeTable(load);
        continue;
      }
      addNames(columns);
      const { path } = load;
      if (path !== null) {
        const rows = firstRows.get(wholePathOf(load)) ?? [];
        loaded.push({ load, path, headers: columns, names: namesOfColumns(columns), firstRows: rows });
      }
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
    addNames(headersOf(line) ?? []);
  }
  const isAtHand = environment.headers !== undefined || environment.files !== undefined;
  return { names, loaded, uncertain: uncertain && isAtHand, notRows, widest };
}

/** What is known of tables, by their whole paths. */
function byWholePath<Known>(given: Readonly<Record<string, Known>>): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  for (const [path, each] of Object.entries(given)) {
    const whole = resolvePath(DEFAULT_PATH_IN, path);
    if (whole !== null) known.set(whole, each);
  }
  return known;
}

const plainOf = ({ path }: LoadLine): string | null => (path === null ? null : plainText(path));

function mayBeTable(load: LoadLine): boolean {
  const { type } = load;
  const plain = plainOf(load);
  return type !== null || plain === null || isLoadable(plain, 'FILE');
}
