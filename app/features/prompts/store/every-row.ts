/** Rows that are read at a time. */
const AT_ONCE = 50;

/** The order in which all of a person's rows are read, by the index of their tables. */
export const OLDEST_FIRST: { orderBy: { createdAt?: 'asc'; id?: 'asc' }[]; take: number } = {
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  take: AT_ONCE,
};

export interface DatedRow {
  id: string;
  createdAt: Date;
}

/** Reads the rows that follow one; the first for null. */
export type ReadPage<Row extends DatedRow> = (last: DatedRow | null) => Promise<Row[]>;

/** The condition for the rows that follow one. */
export const after = (last: DatedRow | null) =>
  last && {
    createdAt: { gte: last.createdAt },
    NOT: { createdAt: last.createdAt, id: { lte: last.id } },
  };

/** All rows, a page at a time. */
export async function* everyRow<Row extends DatedRow, Described>(
  readPage: ReadPage<Row>,
  describe: (row: Row) => Described,
): AsyncGenerator<Described> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await readPage(last);
    yield* rows.map(describe);
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}
