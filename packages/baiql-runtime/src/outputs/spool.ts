import { open, unlink, type FileHandle } from 'node:fs/promises';

/**
 * An on-disk store of records, added in any order and read back by transaction number any number of times. Memory holds
 * a few numbers per record.
 */
export interface Spool<Item> {
  /** Adds a record. It replaces an earlier one with the same number and sequence. */
  put(number: number, sequence: number, item: Item): Promise<void>;
  /** All records, by number, then sequence. No records may be added while they are read. */
  inOrder(): AsyncGenerator<Item>;
  /** Removes the file. */
  close(): Promise<void>;
}

interface Place {
  readonly number: number;
  readonly sequence: number;
  readonly offset: number;
  readonly length: number;
}

const FLUSH_BYTES = 1 << 16;
// Records arrive almost in order, so a read window usually holds the next one too.
const WINDOW_BYTES = 1 << 19;

/** Creates a spool at a path that must not exist yet. */
export async function createSpool<Item>(path: string): Promise<Spool<Item>> {
  const handle = await open(path, 'wx+');
  const places: Place[] = [];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let writtenBytes = 0;
  let flushing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    const bytes = Buffer.concat(pending);
    const position = writtenBytes;
    pending = [];
    pendingBytes = 0;
    writtenBytes += bytes.length;
    flushing = flushing.then(() => writeAll(handle, bytes, position));
    return flushing;
  }

  return {
    async put(number, sequence, item) {
      const bytes = Buffer.from(JSON.stringify(item));
      places.push({ number, sequence, offset: writtenBytes + pendingBytes, length: bytes.length });
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= FLUSH_BYTES) await flush();
    },
    async *inOrder() {
      await flush();
      const read = createWindow(handle);
      for (const place of latestInOrder(places)) {
        yield JSON.parse((await read(place.offset, place.length)).toString()) as Item;
      }
    },
    async close() {
      await flushing.catch(() => undefined);
      await handle.close();
      await unlink(path);
    },
  };
}

/** Sorted; for equal number and sequence only the latest. */
function latestInOrder(places: readonly Place[]): Place[] {
  const sorted = places.toSorted(
    (left, right) =>
      left.number - right.number || left.sequence - right.sequence || left.offset - right.offset,
  );
  return sorted.filter((place, index) => {
    const next = sorted[index + 1];
    return next?.number !== place.number || next.sequence !== place.sequence;
  });
}

function createWindow(handle: FileHandle): (offset: number, length: number) => Promise<Buffer> {
  let window = Buffer.alloc(0);
  let start = 0;
  return async (offset, length) => {
    if (offset < start || offset + length > start + window.length) {
      const bytes = Buffer.alloc(Math.max(length, WINDOW_BYTES));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
      window = bytes.subarray(0, bytesRead);
      start = offset;
    }
    return window.subarray(offset - start, offset - start + length);
  };
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
