import { unlink } from 'node:fs/promises';
import { cutToBytes, MAX_NAME_BYTES, resolveForWriting, systemErrorCode, type Area } from '../paths/index.js';
import { writeCsv } from './render-csv.js';
import type { OutputFailure } from './result.js';
import type { Cells } from './table.js';
import { createFileWriter, type WrittenFile } from './write-output.js';

const COLUMNS = ['number', 'item', 'reason'];

/**
 * Writes `<output>.errors.csv`: number, item and reason of each transaction that failed, was truncated or was not run.
 * If there are none, removes an earlier one. Never touches the files of `reserved`. The failures come in order of
 * number.
 * @returns the file, or nothing when there are no failures.
 * @throws OutputError `disk-full`, FileError.
 */
export async function writeFailures(
  area: Area,
  output: string,
  failures: AsyncIterable<OutputFailure>,
  reserved: readonly string[],
  executionId?: string,
): Promise<WrittenFile[]> {
  const folder = output.slice(0, output.lastIndexOf('/') + 1);
  const name = `${folder}${cutToBytes(output.slice(folder.length), MAX_NAME_BYTES)}.errors`;
  let virtual = `${name}.csv`;
  for (let copy = 2; reserved.some(isSame(virtual)); copy += 1) virtual = `${name}-${copy}.csv`;
  const realPath = await resolveForWriting(area, virtual);
  const rows = rowsOf(failures);
  const first = await rows.next();
  if (first.done !== true) {
    // Exempt from the quota: failures are always reported.
    const writeFile = await createFileWriter(area, undefined, executionId);
    return [await writeFile(virtual, writeCsv(COLUMNS, continueWith(first.value, rows)))];
  }
  await unlink(realPath).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
  return [];
}

const isSame =
  (path: string) =>
  (other: string): boolean =>
    other.toLowerCase() === path.toLowerCase();

async function* rowsOf(failures: AsyncIterable<OutputFailure>): AsyncGenerator<Cells> {
  for await (const { number, label, reason } of failures) yield [number, label, reason];
}

async function* continueWith(first: Cells, rest: AsyncIterable<Cells>): AsyncGenerator<Cells> {
  yield first;
  yield* rest;
}
