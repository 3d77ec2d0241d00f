/** Pages of a document, both ends included, from 1. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Ranges as people write them: `"1-3, 5, 8-"`; null when it is no such text. */
export function parsePageRanges(text: string): PageRange[] | null {
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const [, first, dash, last] = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?)?\s*$/u.exec(part) ?? [];
    if (first === undefined) return null;
    const from = Number(first);
    const open = dash === undefined ? from : Number.MAX_SAFE_INTEGER;
    const to = last === undefined ? open : Number(last);
    if (from < 1 || to < from) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

/** The numbers of the pages in the ranges that a document of so many pages has, in order, each once. */
export function selectPages(
  pageCount: number,
  ranges: readonly PageRange[] | undefined,
  maxPages = Infinity,
): number[] {
  const pages: number[] = [];
  for (let page = 1; page <= pageCount && pages.length < maxPages; page += 1) {
    if (ranges === undefined || ranges.some(({ from, to }) => page >= from && page <= to)) pages.push(page);
  }
  return pages;
}
