import {
  AlignmentType,
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type FileChild,
  type IParagraphOptions,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { directedParagraph, directedRun, isRightToLeft } from './docx-direction.js';
import { formulas, type FormulaToken } from './docx-formulas.js';
import { decodeEntities } from './plain-line.js';

const markdown = new Marked({ gfm: true, breaks: true }).use({ extensions: formulas });

/**
 * Converts a reply's Markdown to Word headings, lists, tables, quotes, links and emphasis. Line breaks are kept, as in
 * the lines of a letter, and formulas as text. No words are lost, whatever the text.
 */
export function renderMarkdown(text: string): FileChild[] {
  try {
    return blocks(markdown.lexer(text), {});
  } catch (error) {
    // Nested too deeply for the parser, so not an intentional document.
    if (!(error instanceof RangeError)) throw error;
    return text
      .split(/\r\n|\n|\r/u)
      .map((line) => directedParagraph(line, { children: [directedRun(line)] }));
  }
}

/** Word measures lengths in twentieths of a point. */
const INDENT = 360;
const AFTER = 120;
const DEEPEST = 8;
const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const ALIGNMENTS = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };
const QUOTE_BORDER = { left: { style: BorderStyle.SINGLE, size: 12, color: 'BFBFBF', space: 8 } };

/** A token of Marked, or a formula. */
type AnyToken = MarkedToken | FormulaToken;

/** What a block inherits from its parents: indent, and a quote's border. */
type Around = Pick<IParagraphOptions, 'indent' | 'border'>;

function blocks(tokens: readonly Token[], around: Around): FileChild[] {
  return tokens.flatMap((token) => block(token as AnyToken, around));
}

function block(token: AnyToken, around: Around): FileChild[] {
  switch (token.type) {
    case 'heading':
      return [
        directedParagraph(token.text, {
          ...around,
          heading: HEADINGS[token.depth - 1],
          children: runs(token.tokens, {}),
        }),
      ];
    case 'paragraph':
      return [
        directedParagraph(token.text, {
          ...around,
          spacing: { after: AFTER },
          children: runs(token.tokens, {}),
        }),
      ];
    case 'list':
      return listItems(token, around, 0);
    case 'blockquote':
      return blocks(token.tokens, { indent: { left: INDENT }, border: QUOTE_BORDER });
    case 'code':
      return token.text
        .split('\n')
        .map((line) =>
          directedParagraph(line, { ...around, children: [directedRun(line, { font: 'Consolas' })] }),
        );
    case 'table':
      return [table(token)];
    case 'hr':
      return [new Paragraph({ thematicBreak: true })];
    case 'space':
    case 'def':
      return [];
    case 'formula':
      return [directedParagraph('', { ...around, spacing: { after: AFTER }, children: runs([token], {}) })];
    // Plain text, as in list items, or a piece of HTML, which is kept as written.
    case 'text':
    case 'html':
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'list_item':
    case 'strong':
      return [directedParagraph(token.raw, { ...around, children: runs([token], {}) })];
  }
}

function listItems(list: Tokens.List, around: Around, level: number): FileChild[] {
  const left = Math.min(level + 2, DEEPEST) * INDENT;
  return list.items.flatMap((item, index) => {
    const marker = list.ordered ? `${String(Number(list.start) + index)}. ` : '';
    const placed: Around & Pick<IParagraphOptions, 'bullet'> = list.ordered
      ? { ...around, indent: { left, hanging: INDENT } }
      : { ...around, bullet: { level: Math.min(level, DEEPEST) } };
    const rightToLeft = isRightToLeft(item.text);
    const opening: ParagraphChild[] = marker === '' ? [] : [new TextRun({ text: marker, rightToLeft })];
    const children: FileChild[] = [];
    for (const token of item.tokens as MarkedToken[]) {
      if (token.type === 'list') {
        for (const child of listItems(token, around, level + 1)) children.push(child);
      } else if (token.type === 'checkbox') {
        opening.push(new TextRun({ text: token.checked ? '☑ ' : '☐ ', rightToLeft }));
      } else if (children.length === 0 && (token.type === 'text' || token.type === 'paragraph')) {
        children.push(
          directedParagraph(token.raw, { ...placed, children: [...opening, ...runs([token], {})] }),
        );
      } else {
        for (const child of block(token, { ...around, indent: { left } })) children.push(child);
      }
    }
    return children.length > 0 ? children : [directedParagraph(item.text, { ...placed, children: opening })];
  });
}

function table({ header, rows }: Tokens.Table): Table {
  const cell = ({ text, tokens, align, header: isHeader }: Tokens.TableCell): TableCell =>
    new TableCell({
      children: [
        directedParagraph(text, {
          ...(align ? { alignment: ALIGNMENTS[align] } : {}),
          children: runs(tokens, isHeader ? { bold: true } : {}),
        }),
      ],
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isRightToLeft(header.map(({ text }) => text).join(' ')),
    rows: [
      new TableRow({ tableHeader: true, children: header.map(cell) }),
      ...rows.map((cells) => new TableRow({ children: cells.map(cell) })),
    ],
  });
}

function runs(tokens: readonly Token[], style: IRunOptions): ParagraphChild[] {
  return tokens.flatMap((token) => inline(token as AnyToken, style));
}

function inline(token: AnyToken, style: IRunOptions): ParagraphChild[] {
  switch (token.type) {
    case 'formula':
      return token.text
        .split('\n')
        .map((line, index) =>
          directedRun(line, { ...style, font: 'Cambria Math', ...(index > 0 && { break: 1 }) }),
        );
    case 'paragraph':
      return runs(token.tokens, style);
    case 'strong':
      return runs(token.tokens, { ...style, bold: true });
    case 'em':
      return runs(token.tokens, { ...style, italics: true });
    case 'del':
      return runs(token.tokens, { ...style, strike: true });
    case 'codespan':
      return [directedRun(token.text, { ...style, font: 'Consolas' })];
    case 'br':
      return [new TextRun({ break: 1 })];
    case 'link':
      return link(token, style);
    case 'image':
      return [directedRun(`${token.text} (${token.href})`, style)];
    case 'html':
      return /^<br ?\/?>$/iu.test(token.raw) ? [new TextRun({ break: 1 })] : [directedRun(token.raw, style)];
    case 'text':
      return token.tokens ? runs(token.tokens, style) : [directedRun(decodeEntities(token.text), style)];
    case 'escape':
      return [directedRun(token.text, style)];
    // Blocks do not occur inline.
    case 'blockquote':
    case 'checkbox':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'space':
    case 'table':
      return [directedRun(token.raw, style)];
  }
}

/** An external link; links of other kinds become plain text. */
function link({ href, tokens, text }: Tokens.Link, style: IRunOptions): ParagraphChild[] {
  if (/^(?:https?:|mailto:)/iu.test(href)) {
    return [new ExternalHyperlink({ link: href, children: runs(tokens, { ...style, style: 'Hyperlink' }) })];
  }
  return [...runs(tokens, style), ...(href === text ? [] : [directedRun(` (${href})`, style)])];
}
