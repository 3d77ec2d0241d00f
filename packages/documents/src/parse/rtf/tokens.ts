/** A piece of RTF: a group's begin or end, a control word with its number, or bytes of text. */
export type RtfToken =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'word'; readonly word: string; readonly number: number | null }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };

const [BACKSLASH, OPEN, CLOSE, QUOTE] = [0x5c, 0x7b, 0x7d, 0x27];
const MAX_WORD = 32;
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The tokens of an RTF file (Rich Text Format 1.9.1). Binary data are skipped. */
export function* readRtfTokens(file: Uint8Array): Generator<RtfToken> {
  let at = 0;
  const byteAt = (index: number): number => file[index] ?? 0;
  const letters = (from: number, to: number): string =>
    Buffer.from(file.subarray(from, to)).toString('latin1');
  while (at < file.length) {
    const byte = byteAt(at);
    if (byte === OPEN || byte === CLOSE) {
      at += 1;
      yield byte === OPEN ? { type: 'open' } : { type: 'close' };
    } else if (byte !== BACKSLASH) {
      const from = at;
      while (at < file.length && ![OPEN, CLOSE, BACKSLASH].includes(byteAt(at))) at += 1;
      yield {
        type: 'bytes',
        bytes: file.subarray(from, at).filter((each) => each !== 0x0d && each !== 0x0a),
      };
    } else if (byteAt(at + 1) === QUOTE) {
      const code = Number.parseInt(letters(at + 2, at + 4), 16);
      at += 4;
      if (!Number.isNaN(code)) yield { type: 'bytes', bytes: Uint8Array.of(code) };
    } else if (!isLetter(byteAt(at + 1))) {
      const sign = letters(at + 1, at + 2);
      at += 2;
      if ('\\{}'.includes(sign)) yield { type: 'bytes', bytes: Buffer.from(sign) };
      else yield { type: 'word', word: sign, number: null };
    } else {
      const from = at + 1;
      at = from;
      while (isLetter(byteAt(at)) && at - from < MAX_WORD) at += 1;
      const word = letters(from, at);
      const numberFrom = at;
      if (byteAt(at) === 0x2d) at += 1;
      while (isDigit(byteAt(at)) && at - numberFrom < MAX_WORD) at += 1;
      const number = at === numberFrom ? null : Number(letters(numberFrom, at));
      if (byteAt(at) === 0x20) at += 1;
      if (word === 'bin') at += Math.max(0, number ?? 0);
      else yield { type: 'word', word, number };
    }
  }
}
