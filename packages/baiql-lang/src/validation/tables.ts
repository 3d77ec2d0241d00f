import { nameOfHeader, namesOfColumns } from '../source/names.js';
import { isLoadable, resolvePath } from '../source/paths.js';
import { type Line, type LoadLine, plainText, type Text, type Word } from '../tree/index.js';
import type { Batch } from '../tree/nodes.js';
import { DEFAULT_PATH_IN } from '../vocabulary/file-kinds.js';
import type { Environment, SheetRows, UnvaryingColumns } from './environment.js';
import type { LineFolders } from './folders.js';
import { findOwnFileReaders } from './own-files.js';
import type { Scopes } from './scopes.js';

/** A table loaded as rows. */
export interface LoadedTable {
  readonly load: LoadLine;
  readonly path: Text;
  /** As in the table. */
  readonly headers: readonly string[];
  /** Their placeholder names. */
  readonly names: readonly string[];
  /** Its first rows; empty if unknown. */
  readonly firstRows: readonly (readonly string[])[];
  /** The other sheets of its workbook. */
  readonly otherSheets: readonly SheetRows[];
  /** Null if unknown. */
  readonly unvarying: UnvaryingColumns | null;
}

/** The columns of the tables a script loads, if the environment has them. */
export interface TableColumns {
  /** Column names of all batches. */
  readonly names: ReadonlySet<string>;
  /** Tables loaded as rows, with the names of each. */
  readonly loaded: readonly LoadedTable[];
  /** True if some table's columns are unknown, so that it may provide any name. */
  readonly uncertain: boolean;
  /** Tables not loaded as rows, with the names of their columns. */
  readonly notRows: readonly { readonly names: ReadonlySet<string>; readonly type: Word }[];
  /** For each batch, the widest table with its number of columns; absent if some table is unknown. */
  readonly widest: ReadonlyMap<Batch, { readonly path: string; readonly columns: number }>;
}

/** Names of the tables in a script's batches, and whether all are known. */
export function findTables(
  scopes: Scopes,
  environment: Environment,
  foldersOf: (line: Line) => LineFolders,
): TableColumns {
  const headers = byWholePath(environment.headers ?? {});
  const firstRows = byWholePath(environment.firstRows ?? {});
  const unvarying = byWholePath(environment.unvarying ?? {});
  const sheets = byWholePath(environment.sheets ?? {});
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
  const rowsOf = (load: LoadLine): Pick<SheetRows, 'header' | 'firstRows'> | null => {
    const whole = wholePathOf(load);
    if (load.sheet !== null || load.sheetNumber !== null) {
      const chosen = chosenSheet(load, sheets.get(whole) ?? []);
      if (chosen !== undefined) return chosen;
      // Of a workbook with one sheet, that is known.
      if (load.sheetNumber?.value !== 1) return null;
    }
    const header = headers.get(whole);
    return header === undefined ? null : { header, firstRows: firstRows.get(whole) ?? [] };
  };
  const headersOf = (load: LoadLine): readonly string[] | null => {
    const rows = rowsOf(load);
    return (load.header === null ? rows?.header : rows?.firstRows[load.header.value - 1]) ?? null;
  };
  const widest = new Map<Batch, { path: string; columns: number }>();
  const { readers } = findOwnFileReaders(scopes, foldersOf);
  let uncertain = false;
  for (const { batch, loads, lines } of scopes.batches) {
    let allKnown = true;
    for (const load of loads) {
      const columns = headersOf(load);
      if (load.type !== null && load.type.word !== 'FILE') {
        const { type } = load;
        // An unsuitable load type is reported with the one that provides columns.
        if (!isLoadable(plainOf(load) ?? '', type.word)) addNames(columns ?? []);
        else if (columns !== null) notRows.push({ names: new Set(columns.map(nameOfHeader)), type });
        continue;
      }
      if (columns === null || load.broken || readers.has(load)) {
        allKnown = false;
        // A table that is missing, unreadable, or not yet written explains its columns.
        if (!load.broken) addNames(columns ?? []);
        uncertain ||= load.broken || mayBeTable(load);
        continue;
      }
      addNames(columns);
      const { path } = load;
      if (path !== null) {
        const whole = wholePathOf(load);
        const isFirst = load.sheet === null && load.sheetNumber === null;
        loaded.push({
          load,
          path,
          headers: columns,
          names: namesOfColumns(columns),
          firstRows: rowsOf(load)?.firstRows ?? [],
          otherSheets: isFirst ? (sheets.get(whole) ?? []).slice(1) : [],
          // Another sheet or header is another table.
          unvarying: isFirst && load.header === null ? (unvarying.get(whole) ?? null) : null,
        });
      }
      const plain = path === null ? '' : (plainText(path) ?? '');
      if (columns.length > (widest.get(batch)?.columns ?? 0))
        widest.set(batch, { path: plain, columns: columns.length });
    }
    if (!allKnown || loads.some((load) => load.type?.word === 'LINES')) widest.delete(batch);
    uncertain ||= lines.some((line) => line.kind === 'unknown' && line.presumed === 'LOAD');
  }
  for (const { line, batch } of scopes.placements) {
    // A misplaced LOAD is reported itself, not its columns.
    if (batch !== null || line.kind !== 'load') continue;
    addNames(headersOf(line) ?? []);
  }
  const isAtHand = environment.headers !== undefined || environment.files !== undefined;
  return { names, loaded, uncertain: uncertain && isAtHand, notRows, widest };
}

/** The sheet that a LOAD names, in any case, or numbers. */
function chosenSheet({ sheet, sheetNumber }: LoadLine, sheets: readonly SheetRows[]): SheetRows | undefined {
  if (sheetNumber !== null) return sheets.find(({ number }) => number === sheetNumber.value);
  const wanted = sheet === null ? null : plainText(sheet)?.trim().toLowerCase();
  return sheets.find(({ name }) => name.trim().toLowerCase() === wanted);
}

/** Known tables by absolute path. */
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
