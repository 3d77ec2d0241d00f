import { splitList } from '@promptwell/text';
import { parse } from 'csv-parse/sync';

/** Tags in a cell, separated by semicolons; a tag with a separator is quoted. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[;,"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join('; ');

/** Parses a cell of tags; commas also separate them, of any keyboard. */
export const splitTags = (cell: string): string[] =>
  (cell.includes('"') ? readCell(cell) : splitList(cell))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function readCell(cell: string): string[] {
  try {
    return parse(cell, { delimiter: [';', ','], trim: true, relax_quotes: true }).flat();
  } catch {
    return cell.split(/[;,]/); // an unpaired quotation mark
  }
}
