import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { checkZip } from '../zip-size.js';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/u;
const STYLES = 'xl/styles.xml';
/** A row or cell whose place is left to its order, which the format allows (ECMA-376, 18.3.1.4 and 18.3.1.73). */
const UNPLACED = /<(?:\w+:)?(?:row|c)(?=[\s/>])(?![^>]*\sr=)[^>]*>/u;
const ROW_OR_CELL = /<(?:(\w+:))?(row|c)(?=[\s/>])([^>]*)>/gu;

/** Day, month and year by their letters in Excel's other languages: `jj/mm/aaaa`, `TT.MM.JJJJ`, `gg/mm/aaaa`. */
const LOCAL_DATE =
  /^(?:\[[^\]]*\])*(?:([jtgd])\1?|(?:[ajy]{2}|[ajy]{4}))[/.\- ]+m{1,4}[/.\- ]+(?:[ajydtg]{1,4})(?:[;@\\ ].*)?$/iu;
const HAS_ENGLISH_YEAR = /y/iu;
const FORMAT_CODE = /(<(?:\w+:)?numFmt\b[^>]*\sformatCode=")([^"]*)(")/gu;

/**
 * The workbook as its parser takes it: with places in all rows and cells, and dates in English formats. The same bytes
 * if nothing is to be repaired.
 */
export async function repairWorkbook(bytes: Buffer, maxUnpackedBytes: number): Promise<Buffer> {
  const pieces = new Map<string, Buffer[]>();
  await checkZip(bytes, maxUnpackedBytes, (name, piece) => {
    const known = pieces.get(name);
    if (known === undefined) pieces.set(name, [piece]);
    else known.push(piece);
  });
  const zip = new yazl.ZipFile();
  for (const [name, parts] of pieces) {
    const whole = Buffer.concat(parts);
    const repaired = SHEET.test(name)
      ? placeCells(whole.toString())
      : name === STYLES
        ? translateDates(whole.toString())
        : whole;
    zip.addBuffer(Buffer.from(repaired), name, { compress: false });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Whether a part of a workbook needs it. */
export const needsRepair = (name: string, xml: string): boolean =>
  SHEET.test(name) ? UNPLACED.test(xml) : name === STYLES && translateDates(xml) !== xml;

function placeCells(xml: string): string {
  let row = 0;
  let column = 0;
  return xml.replace(ROW_OR_CELL, (tag, prefix: string | undefined, kind: string, attributes: string) => {
    const [, own] = /\sr="([^"]*)"/u.exec(attributes) ?? [];
    if (kind === 'row') {
      row = own === undefined ? row + 1 : Number(own);
      column = 0;
    } else {
      column = own === undefined ? column + 1 : columnOf(own);
    }
    if (own !== undefined) return tag;
    const place = kind === 'row' ? String(row) : lettersOf(column) + String(row);
    return `<${prefix ?? ''}${kind} r="${place}"${attributes}>`;
  });
}

const columnOf = (place: string): number =>
  Array.from(place.replace(/\d+$/u, '')).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

function translateDates(styles: string): string {
  return styles.replace(FORMAT_CODE, (whole, before: string, code: string, after: string) =>
    LOCAL_DATE.test(code) && !HAS_ENGLISH_YEAR.test(code) ? `${before}yyyy-mm-dd${after}` : whole,
  );
}
