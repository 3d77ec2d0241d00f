/** One file of a data export. Its content is read when it is written, in chunks. */
export interface ExportFile {
  /** May contain `/` for folders. */
  name: string;
  modifiedAtMs?: number;
  content: AsyncIterable<string | Uint8Array>;
  /** Stored without compression: uploads are mostly compressed already. */
  isStored?: boolean;
}

export const textFile = (name: string, text: string): ExportFile => ({ name, content: once(text) });

/** A file with one JSON array of any length. */
export const jsonListFile = (name: string, items: AsyncIterable<unknown>): ExportFile => ({
  name,
  content: jsonList(items),
});

export const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** The chunks of such a file. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item, null, 2);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
