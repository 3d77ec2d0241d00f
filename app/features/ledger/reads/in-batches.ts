/** All rows, read in batches; each starts after the last row of the previous batch. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit: number,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last, limit);
    yield* rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
