import { decodeBytes } from '../../encoding/decode-bytes.js';

/** Encodings by the code pages of \ansicpg. Those that browsers don't know are read as Windows-1252. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [1250 + index, `windows-${String(1250 + index)}`]),
  ),
};

/** Encodings by the character sets of fonts (\fcharset). 0 and 1 are the document's own. */
const CHARACTER_SETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

export const encodingOfCodePage = (page: number): string => CODE_PAGES[page] ?? 'windows-1252';
export const encodingOfCharacterSet = (set: number): string | undefined => CHARACTER_SETS[set];

/** Bytes of a text, which a character may have several of. */
export const decodeRun = (bytes: readonly number[], encoding: string): string =>
  decodeBytes(Uint8Array.from(bytes), encoding);
