/** A line with each text masked as one character, so that its content is not parsed. */
export interface MaskedLine {
  readonly text: string;
  /** Restores the texts, in straight quotes. */
  readonly unmask: (text: string) => string;
}

const FIRST = 0xe100;
const MAX_TEXTS = 200;

/** Matches the character of one masked text. */
export const TEXT = '[\\ue100-\\ue1c8]';

/** Closing quotes by opening quote. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"”“„»',
  '“': '”"“',
  '”': '”"',
  '„': '“”"„',
  '‟': '”"',
  '«': '»"',
  '»': '«"',
  '‘': "’'",
  '’': "’'",
  '‚': "‘’'",
  '‹': '›',
  "'": "'’",
  '`': '`',
  '「': '」',
  '『': '』',
};

/** Quotes of Japanese and Chinese, which has no spaces before them. */
const CORNERS = new Set('「『');

/** What may precede a text, and what may follow one. */
const BEFORE = /(?:^|[\s=(,+:&[]|[fFrRbB])$/;
const AFTER = /^(?:$|[\s,;:)+&=<>!.\]#]|\/\/)/;

/** Null if a text is unclosed or the line has too many. */
export function maskLine(line: string): MaskedLine | null {
  const texts: string[] = [];
  let masked = '';
  for (let at = 0; at < line.length;) {
    const open = line.charAt(at);
    const closers = BEFORE.test(masked) || CORNERS.has(open) ? CLOSERS[open] : undefined;
    if (closers === undefined) {
      if (open === '"' || texts.length >= MAX_TEXTS) return null;
      masked += open;
      at += 1;
      continue;
    }
    const end = endOfText(line, at + 1, closers);
    if (end < 0) return null;
    // Python's f"…" is a text with placeholders, like every text.
    masked = masked.replace(/(?<![\p{L}\p{N}_])[fFrRbB]$/u, '') + String.fromCharCode(FIRST + texts.length);
    const inner = innerOf(open, line.slice(at + 1, end));
    texts.push(open === '"' ? inner : inner.replace(/(?<!\\)"/g, '\\"').replace(/\\'/g, "'"));
    at = end + 1;
  }
  return {
    text: masked,
    unmask: (text) =>
      text.replace(new RegExp(TEXT, 'g'), (each) => `"${texts[each.charCodeAt(0) - FIRST] ?? ''}"`),
  };
}

/** The content of a quoted text; French quotes « … » have blanks inside. */
export function innerOf(open: string, written: string): string {
  return open === '«' ? written.trim() : written.replace(/^[\u00a0\u202f]+|[\u00a0\u202f]+$/g, '');
}

/** The offset of an unclosed text and its possible closing quotes; null if all are closed. */
export function openText(line: string): { readonly at: number; readonly closers: string } | null {
  for (let at = 0; at < line.length; at++) {
    const closers = BEFORE.test(line.slice(Math.max(0, at - 1), at)) ? CLOSERS[line.charAt(at)] : undefined;
    if (closers === undefined) continue;
    const end = endOfText(line, at + 1, closers);
    if (end < 0) return { at, closers };
    at = end;
  }
  return null;
}

/** The offset of the closing quote, or -1. An apostrophe within a word isn't one. */
function endOfText(line: string, from: number, closers: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at += 1;
    else if (closers.includes(line.charAt(at)) && AFTER.test(line.slice(at + 1))) return at;
  }
  return -1;
}
