/** A part of a document's text: a page, or for a text without page marks a run of lines. */
interface DocumentPage {
  page: number | null;
  text: string;
}

const MARK = /^\[Page (\d+)\]$/u;
/** Lines of a part of a text without page marks. */
const MAX_LINES = 200;
/** A line may be a whole book. */
const MAX_CHARACTERS = 20_000;

/** Splits a document's text at its page marks, and what is longer than a screen into parts, which render on demand. */
export function pagesOf(text: string): readonly DocumentPage[] {
  const parts: { page: number | null; lines: string[]; characters: number }[] = [];
  for (const line of text.split('\n')) {
    const [, page] = MARK.exec(line) ?? [];
    const part = parts.at(-1);
    if (page !== undefined) parts.push({ page: Number(page), lines: [], characters: 0 });
    else if (part === undefined || part.lines.length >= MAX_LINES || part.characters >= MAX_CHARACTERS)
      parts.push({ page: null, lines: [line], characters: line.length });
    else {
      part.lines.push(line);
      part.characters += line.length;
    }
  }
  return parts.map(({ page, lines }) => ({
    page,
    text: page === null ? lines.join('\n') : lines.join('\n').trimEnd(),
  }));
}
