/** Rows per page. */
const BATCH_SIZE = 50;

/** Order for reading all rows of a user, by their tables' index. */
export const OLDEST_FIRST: { orderBy: { createdAt?: 'asc'; id?: 'asc' }[]; take: number } = {
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  take: BATCH_SIZE,
};

export interface DatedRow {
  id: string;
  createdAt: Date;
}

/** Reads the rows after a cursor; null for the first page. */
export type ReadPage<Row extends DatedRow> = (last: DatedRow | null) => Promise<Row[]>;

/** The condition for rows after a cursor. */
export const after = (last: DatedRow | null) =>
  last && {
    createdAt: { gte: last.createdAt },
    NOT: { createdAt: last.createdAt, id: { lte: last.id } },
  };

/** All rows, page by page. */
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
