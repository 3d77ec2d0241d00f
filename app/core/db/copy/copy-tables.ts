/** A table that both databases have. */
export interface CopiedTable {
  name: string;
  columns: readonly string[];
}

/** A row's values as texts that both databases read, in the order of the table's columns. */
export type CopiedRow = readonly (string | null)[];

export interface CopySource {
  tables(): Promise<readonly CopiedTable[]>;
  /** Some at a time, in any order. */
  rows(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>;
  /** The last number given by each table that numbers its rows. */
  counters(): Promise<ReadonlyMap<string, bigint>>;
}

export interface CopyTarget {
  tables(): Promise<readonly CopiedTable[]>;
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>;
  setCounters(counters: ReadonlyMap<string, bigint>): Promise<void>;
}

/** Rows of one table that are held in memory: so many, or of so many characters. */
const MAX_ROWS = 500;
const MAX_CHARACTERS = 4_000_000;

/** Copies all rows. Returns how many of each table. Search indexes are made by the target. */
export async function copyTables(
  source: CopySource,
  target: CopyTarget,
): Promise<ReadonlyMap<string, number>> {
  const tables = await source.tables();
  requireSameTables(tables, await target.tables());
  const counts = new Map<string, number>();
  for (const table of tables) {
    let count = 0;
    for await (const rows of source.rows(table)) {
      await target.insert(table, rows);
      count += rows.length;
    }
    counts.set(table.name, count);
  }
  await target.setCounters(await source.counters());
  return counts;
}

function requireSameTables(here: readonly CopiedTable[], there: readonly CopiedTable[]): void {
  const lines = (tables: readonly CopiedTable[]) =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [source, target] = [lines(here), lines(there)];
  const others = [
    ...[...source].filter((column) => !target.has(column)),
    ...[...target].filter((column) => !source.has(column)),
  ];
  if (others.length > 0) throw new Error(`The databases don’t have the same columns: ${others.join(', ')}.`);
}

/** Gathers rows into lists of bounded size. */
export async function* inPieces(
  rows: Iterable<CopiedRow> | AsyncIterable<CopiedRow>,
): AsyncGenerator<readonly CopiedRow[]> {
  let piece: CopiedRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    piece.push(row);
    characters += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (piece.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    yield piece;
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield piece;
}
