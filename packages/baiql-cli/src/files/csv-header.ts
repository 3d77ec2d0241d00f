const CANDIDATES = ['\t', ',', ';'] as const;
const SAMPLE_RECORDS = 20;

/**
 * The column headers of a table, from the beginning of its file. The delimiter is the one given, or that of an
 * Excel hint (`sep=;`), or the one that cuts the first records most evenly.
 */
export function readHeader(bytes: Uint8Array, given: string | null): string[] {
  const beginning = textOf(bytes);
  const hint = /^sep=([,;\t])\r?\n/i.exec(beginning);
  const text = hint === null ? beginning : beginning.slice(hint[0].length);
  const delimiter = given ?? hint?.[1] ?? mostEven(text);
  const header = readRecords(text, delimiter, 1)[0] ?? [];
  return header.map((cell) => cell.trim());
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function mostEven(text: string): string {
  let best = { delimiter: ',', even: 0, cells: 1 };
  for (const delimiter of CANDIDATES) {
    const records = readRecords(text, delimiter, SAMPLE_RECORDS);
    const cells = records[0]?.length ?? 1;
    if (cells < 2) continue;
    const even = records.filter((record) => record.length === cells).length / records.length;
    if (even > best.even || (even === best.even && cells > best.cells)) best = { delimiter, even, cells };
  }
  return best.delimiter;
}

/** The first records of a csv text; empty ones are left out. */
function readRecords(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let quoted = false;
  const endRecord = (): void => {
    record.push(cell);
    if (record.some((each) => each.trim() !== '')) records.push(record);
    record = [];
    cell = '';
  };
  for (let index = 0; index < text.length && records.length < most; index++) {
    const character = text[index] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === delimiter) {
      record.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') endRecord();
    else cell += character;
  }
  if (records.length < most && (cell !== '' || record.length > 0)) endRecord();
  return records;
}
