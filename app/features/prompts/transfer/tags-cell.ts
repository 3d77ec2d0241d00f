import { parse } from 'csv-parse/sync';

/** Tags in one cell of a table, with semicolons between them; one that has a separator of its own stands in quotation marks. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[;,"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join('; ');

/** The tags of a cell, also of tables that put commas between them. */
export const splitTags = (cell: string): string[] =>
  readCell(cell)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function readCell(cell: string): string[] {
  try {
    return parse(cell, { delimiter: [';', ','], trim: true, relax_quotes: true }).flat();
  } catch {
    return cell.split(/[;,]/); // a quotation mark that stands alone
  }
}
