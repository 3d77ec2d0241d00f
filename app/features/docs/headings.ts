export interface Heading {
  id: string;
  text: string;
  /** 2 is a chapter; 3 and 4 are nested. */
  level: number;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^(#{2,4}) +(.+?) *#*$/;

/** Converts a heading to a slug: "What you pay for" becomes `what-you-pay-for`. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Makes slugs unique: the second "Example" is `example-2`. */
export function createIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return count === 1 ? slug : `${slug}-${String(count)}`;
  };
}

/** Splits a document at its headings, ignoring code blocks. The part before the first heading has none. */
export function parseSections(markdown: string): { heading: Heading | null; lines: string[] }[] {
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

/** The headings in a document's table of contents. */
export const chaptersOf = (markdown: string): Heading[] =>
  parseSections(markdown).flatMap(({ heading }) => (heading !== null && heading.level < 4 ? [heading] : []));

/** A link or footnote definition, which other parts of the text refer to. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Splits a document at its headings into chunks that can be rendered independently; returns one chunk if it has
 * definitions.
 */
export function splitAtHeadings(markdown: string): string[] {
  if (DEFINITION.test(markdown)) return [markdown];
  const sections: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && HEADING.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join('\n'));
}
