import type { Options } from 'csv-parse';

/** The layout of a csv or tsv file. */
interface TableLayout {
  readonly options: Options;
  /** Characters before the header that are not part of it (`sep=;`). */
  readonly skip: number;
}

/** Detects a table's layout from the beginning of its text. */
export function layoutOf(beginning: string, kind: 'csv' | 'tsv'): TableLayout {
  // Excel's own hint, which it does not show as a row.
  const hint = /^sep=([,;\t|])\r?\n/iu.exec(beginning);
  const options: Options = {
    delimiter: hint?.[1] ?? (kind === 'tsv' ? '\t' : sniffDelimiter(beginning)),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  };
  return { options, skip: hint?.[0].length ?? 0 };
}

/** Candidate delimiters. */
export type Delimiter = ',' | ';' | '\t' | '|';

// The first wins a tie. A comma followed by a space is part of a text: `Name, First name;Class`.
const CANDIDATES: readonly Delimiter[] = ['\t', ',', ';', '|'];
const WITH_COMMAS_IN_TEXTS: readonly Delimiter[] = ['\t', ';', ',', '|'];
const SAMPLE_RECORDS = 20;

/**
 * The delimiter that splits the beginning of a text most evenly: the same number of cells (more than one) in the most
 * records; then the one with more cells. Delimiters and line breaks inside quotes are ignored. `,` by default.
 */
export function sniffDelimiter(sample: string): Delimiter {
  let best: { delimiter: Delimiter; even: number; cells: number } = { delimiter: ',', even: 0, cells: 1 };
  const [header = ''] = sample.split(/[\r\n]/u, 1);
  for (const delimiter of header.includes(', ') ? WITH_COMMAS_IN_TEXTS : CANDIDATES) {
    const counts = countCells(sample, delimiter);
    const cells = counts[0] ?? 1;
    if (cells < 2) continue;
    const even = counts.filter((count) => count === cells).length / counts.length;
    if (even > best.even || (even === best.even && cells > best.cells)) best = { delimiter, even, cells };
  }
  return best.delimiter;
}

/**
 * Cells per record of the sample. A record that the end of the sample cuts off is excluded, unless it is the only one.
 */
function countCells(sample: string, delimiter: Delimiter): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let cellIsEmpty = true;
  let recordIsEmpty = true;
  for (const character of sample) {
    if (character === '"' && (quoted || cellIsEmpty)) {
      quoted = !quoted;
      // A doubled quote closes and reopens.
      cellIsEmpty = true;
      recordIsEmpty = false;
    } else if (quoted) {
      continue;
    } else if (character === '\n' || character === '\r') {
      if (!recordIsEmpty) counts.push(cells);
      if (counts.length === SAMPLE_RECORDS) return counts;
      cells = 1;
      cellIsEmpty = true;
      recordIsEmpty = true;
    } else {
      recordIsEmpty = false;
      cellIsEmpty = character === delimiter;
      if (cellIsEmpty) cells += 1;
    }
  }
  if (counts.length === 0) counts.push(cells);
  return counts;
}
