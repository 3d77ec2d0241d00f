/** A stretch of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: 'plain' | 'bold' | 'italic' | 'code';
}

/** The parts of a reply that a document shows differently; what models write, not all of Markdown. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'bullet'; readonly level: number; readonly spans: readonly Span[] }
  | {
      readonly kind: 'numbered';
      readonly level: number;
      readonly marker: string;
      readonly spans: readonly Span[];
    }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] };

const HEADING = /^(#{1,6})\s+(\S.*)$/u;
const BULLET = /^(\s*)[-*+•]\s+(\S.*)$/u;
const NUMBERED = /^(\s*)(\d{1,4}[.)])\s+(\S.*)$/u;
const TABLE_ROW = /^\s*\|(.+)\|\s*$/u;
const TABLE_RULE = /^[\s|:-]+$/u;
const FENCE = /^\s*```/u;

/** Cuts a reply into blocks, line by line. Whatever it is, all of its words come out. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r\n|\n|\r/u);
  let at = 0;
  /** Takes lines while they match. */
  function takeWhile(belongs: (line: string) => boolean): string[] {
    const start = at;
    while (at < lines.length && belongs(lines[at] ?? '')) at += 1;
    return lines.slice(start, at);
  }
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', lines: takeWhile((next) => !FENCE.test(next)) });
      at += 1;
    } else if (TABLE_ROW.test(line)) {
      blocks.push({
        kind: 'table',
        rows: takeWhile((next) => TABLE_ROW.test(next))
          .filter(isNoRule)
          .map(parseTableRow),
      });
    } else {
      at += 1;
      if (line.trim() !== '') blocks.push(parseLine(line));
    }
  }
  return blocks;
}

function parseLine(line: string): Block {
  const [, hashes = '', title = ''] = HEADING.exec(line) ?? [];
  if (hashes !== '') return { kind: 'heading', level: hashes.length, spans: parseSpans(title) };
  const [, bulletIndent = '', bullet = ''] = BULLET.exec(line) ?? [];
  if (bullet !== '') return { kind: 'bullet', level: indentLevel(bulletIndent), spans: parseSpans(bullet) };
  const [, numberIndent = '', marker = '', item = ''] = NUMBERED.exec(line) ?? [];
  if (item !== '')
    return { kind: 'numbered', level: indentLevel(numberIndent), marker, spans: parseSpans(item) };
  return { kind: 'paragraph', spans: parseSpans(line.trim()) };
}

function indentLevel(indent: string): number {
  return Math.min(4, Math.floor(indent.replaceAll('\t', '    ').length / 2));
}

function isNoRule(line: string): boolean {
  return !TABLE_RULE.test(line);
}

function parseTableRow(line: string): Span[][] {
  const inner = TABLE_ROW.exec(line)?.[1] ?? '';
  return inner.split('|').map((cell) => parseSpans(cell.trim()));
}

const SPAN = /\*\*([^*]+)\*\*|__([^_]+)__|`([^`]+)`|(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/gu;

function parseSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) spans.push({ text: text.slice(end, match.index), style: 'plain' });
    const [, stars, underscores, code, italic] = match;
    const bold = stars ?? underscores;
    if (bold !== undefined) spans.push({ text: bold, style: 'bold' });
    else if (code !== undefined) spans.push({ text: code, style: 'code' });
    else spans.push({ text: italic ?? '', style: 'italic' });
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push({ text: text.slice(end), style: 'plain' });
  return spans;
}
