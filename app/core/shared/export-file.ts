/** One file of a person's export. Its content is read when its turn has come, piece by piece. */
export interface ExportFile {
  /** With `/` for folders. */
  name: string;
  modifiedAtMs?: number;
  content: AsyncIterable<string | Uint8Array>;
  /** Stored as it is: what people upload is mostly packed already. */
  isStored?: boolean;
}

export const textFile = (name: string, text: string): ExportFile => ({ name, content: once(text) });

/** A file with one JSON array, however long. */
export const jsonListFile = (name: string, items: AsyncIterable<unknown>): ExportFile => ({
  name,
  content: jsonList(items),
});

export const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** The pieces of such a file. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item, null, 2);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
