import { checkZip, ZipError } from '../zip-size.js';

/**
 * The rows of a workbook's first sheet that hold anything, as texts. A sheet is held whole while it is read, which takes
 * about ten times its unpacked size.
 * @throws ZipError `too-large` when it unpacks to more than `maxUnpackedBytes`; the parser's own errors for what is damaged.
 */
export async function readSheetRecords(bytes: Buffer, maxUnpackedBytes: number): Promise<string[][]> {
  const entries = await checkZip(bytes, maxUnpackedBytes);
  if (!entries.includes('xl/workbook.xml')) throw new ZipError('invalid');
  // Loaded when there is a sheet: most programs that read documents never see one.
  const { readSheet } = await import('read-excel-file/node');
  const sheet = await readSheet(bytes, { trim: false });
  return sheet
    .map((cells) => cells.map(cellText))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
}

function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!(value instanceof Date)) return '';
  // Sheets count in fractions of a day: 9:30 comes out as a hair less. A date alone is its midnight.
  const time = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString();
  return time.replace('T00:00:00.000Z', '').replace('.000Z', '').replace('T', ' ');
}
