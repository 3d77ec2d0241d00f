/** A heading of a document, by which it can be linked to. */
export interface Heading {
  id: string;
  text: string;
  /** 2 is a chapter, 3 and 4 are below it. */
  level: number;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^(#{2,4}) +(.+?) *#*$/;

/** A heading's text as part of an address: "What you pay for" is `what-you-pay-for`. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Gives each slug once: the second "Example" is `example-2`. */
export function createIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return count === 1 ? slug : `${slug}-${String(count)}`;
  };
}

/** A document cut at its headings; what stands before the first has none. Lines of code are no headings. */
export function cutAtHeadings(markdown: string): { heading: Heading | null; lines: string[] }[] {
  const parts: { heading: Heading | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  const idOf = createIds();
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const match = isCode ? null : HEADING.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      const text = match[2].replace(/[*_`]/g, '');
      parts.push({ heading: { id: idOf(text), text, level: match[1].length }, lines: [] });
    } else {
      parts.at(-1)?.lines.push(line);
    }
  }
  return parts;
}

/** The chapters of a document, for its table of contents. */
export const chaptersOf = (markdown: string): Heading[] =>
  cutAtHeadings(markdown).flatMap(({ heading }) => (heading !== null && heading.level < 4 ? [heading] : []));

/** A link or a footnote that is explained elsewhere in the text. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/** A document in pieces that can be read one by one, each from a heading to the next. */
export function splitAtHeadings(markdown: string): string[] {
  if (DEFINITION.test(markdown)) return [markdown];
  const pieces: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && HEADING.test(line)) pieces.push([]);
    pieces.at(-1)?.push(line);
  }
  return pieces.map((lines) => lines.join('\n'));
}
