import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkZip, ZipError } from '@promptwell/documents';
import { readSheet } from 'read-excel-file/node';
import type { Fingerprint } from './fingerprint.js';
import { makeRow, nameColumns, type Row, type RowRange, type RowSource } from './row.js';
import { SourceError } from './source-error.js';

// A sheet is held whole while it is read; the parser needs about ten times the unpacked size.
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Opens the first sheet of an xlsx file; its first row that holds anything is the header. Unlike the other kinds it is
 * held in memory, so its size is bounded, packed and unpacked.
 * @throws SourceError `too-large`, `damaged`, `empty`.
 */
export async function openXlsx(
  file: { path: string; realPath: string },
  maxUnpackedBytes = MAX_UNPACKED_BYTES,
): Promise<RowSource & { readonly fingerprint: Fingerprint }> {
  const name = path.posix.basename(file.path);
  const { size, mtimeMs } = await stat(file.realPath);
  if (size > MAX_FILE_BYTES) throw tooLarge(name);
  const bytes = await readFile(file.realPath);
  const fingerprint = {
    path: file.path,
    sizeBytes: size,
    modifiedMs: mtimeMs,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const [header, ...records] = await readRecords(bytes, name, maxUnpackedBytes);
  if (header === undefined) throw new SourceError('empty', `${name}: the first sheet is empty.`);
  const columns = nameColumns(header);
  const rowAt = (number: number): Row | undefined => {
    const record = records[number - 1];
    return record === undefined ? undefined : makeRow(number, columns, record);
  };

  function* numbered({ from = 1, signal }: RowRange): Generator<Row> {
    for (let number = Math.max(1, from); number <= records.length; number += 1) {
      signal?.throwIfAborted();
      const row = rowAt(number);
      if (row !== undefined) yield row;
    }
  }

  return {
    columns,
    total: records.length,
    fingerprint,
    rows: (range = {}) => Readable.from(numbered(range)),
    row: (number) => Promise.resolve(rowAt(number)),
    close: () => Promise.resolve(),
  };
}

async function readRecords(bytes: Buffer, name: string, maxUnpackedBytes: number): Promise<string[][]> {
  try {
    const entries = await checkZip(bytes, maxUnpackedBytes);
    if (!entries.includes('xl/workbook.xml')) throw new ZipError('invalid');
    const sheet = await readSheet(bytes, { trim: false });
    return sheet
      .map((cells) => cells.map(cellText))
      .filter((cells) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof ZipError && error.problem === 'too-large') throw tooLarge(name);
    throw new SourceError('damaged', `${name} is damaged, protected by a password, or not an xlsx file.`, {
      cause: error,
    });
  }
}

function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!(value instanceof Date)) return '';
  // Sheets count in fractions of a day: 9:30 comes out as a hair less. A date alone is its midnight.
  const time = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString();
  return time.replace('T00:00:00.000Z', '').replace('.000Z', '').replace('T', ' ');
}

function tooLarge(name: string): SourceError {
  return new SourceError(
    'too-large',
    `${name} is too large for an xlsx source. Save the sheet as csv, which has no such limit.`,
  );
}
