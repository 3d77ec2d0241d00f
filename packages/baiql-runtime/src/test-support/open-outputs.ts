import { parse } from 'csv-parse/sync';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';

/** A table as a user sees it: column names, and each row by name. */
export interface OpenedTable {
  columns: string[];
  rows: Record<string, string>[];
}

export function openCsv(bytes: Uint8Array): OpenedTable {
  const rows: string[][] = parse(Buffer.from(bytes), { bom: true });
  return toTable(rows);
}

/** The first sheet. */
export async function openXlsx(bytes: Uint8Array): Promise<OpenedTable> {
  const rows = await readSheet(Buffer.from(bytes));
  return toTable(rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))));
}

/** Headings, lists and bold text show as HTML. */
export async function openDocx(bytes: Uint8Array): Promise<string> {
  return (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value;
}

function toTable([columns = [], ...rows]: string[][]): OpenedTable {
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? '']))),
  };
}
