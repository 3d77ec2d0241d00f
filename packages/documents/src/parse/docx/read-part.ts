import { createEquation, type Equation } from './equation.js';
import type { Labels } from './numbering.js';
import { addText, newParagraph, paragraphText, type Paragraph } from './paragraph.js';
import type { ParagraphStyle } from './styles.js';
import { newTable, tableBlocks, type Table } from './table.js';
import { isOn, readXml, type Attributes } from './xml.js';

/** What all parts of a document share. */
export interface PartContext {
  readonly styleOf: (id: string | undefined) => ParagraphStyle;
  readonly labelOf: Labels;
  /** The address of a link, by its id; undefined inside the document. */
  readonly linkOf: (id: string | undefined) => string | undefined;
  /** The mark of a note or comment, such as `[^1]`. */
  readonly markOf: (kind: 'footnote' | 'endnote' | 'comment', id: string) => string;
  readonly found: { hasImages: boolean; hasChanges: boolean };
}

export interface PartText {
  readonly blocks: string[];
  /** Of the part's notes or comments, by id. */
  readonly notes: ReadonlyMap<string, { author: string; text: string }>;
  /** Ids of the headers and footers that its sections show. */
  readonly furniture: ReadonlySet<string>;
}

/**
 * What is not read: deleted text, earlier formatting, properties, codes of fields, and what stands in for a text box in older programs.
 */
const SKIPPED = new Set(
  (
    'w:del w:moveFrom w:delText w:delInstrText w:pPrChange w:rPrChange w:tblPrChange w:trPrChange w:tcPrChange ' +
    'w:sectPrChange w:numberingChange w:tblGridChange w:instrText w:sdtPr w:tabs w:rubyPr mc:Fallback ' +
    'm:rPr m:ctrlPr'
  ).split(' '),
);
const CHANGES = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo']);
const MAX_HEADING = 6;
/** Shown by symbol fonts as boxes and ticks. */
const SYMBOLS: Readonly<Record<string, string>> = {
  F0FE: '☒',
  F0A8: '☐',
  F06F: '☐',
  F0FC: '✓',
  F0FB: '✗',
  F0B7: '•',
  F0A7: '▪',
  F0E0: '→',
};

/** Reads one part of a Word document (its body, a header, or its notes) as blocks of Markdown. */
export function readPart(xml: string, context: PartContext): PartText {
  const { styleOf, labelOf, linkOf, markOf, found } = context;
  const notes = new Map<string, { author: string; text: string }>();
  const furniture = new Set<string>();
  /** Blocks of the body, and of the cells, boxes and notes that are open in it. */
  const containers: string[][] = [[]];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  const links: { address: string | undefined; begin: number }[] = [];
  let note: { id: string; author: string } | null = null;
  let skipping = 0;
  let isText = false;
  let inRunProperties = false;
  let inRowProperties = false;
  let format = { isBold: false, isItalic: false, isHidden: false };
  let equation: Equation | null = null;
  /** A paragraph whose end was deleted. */
  const joined: { paragraph: Paragraph | null } = { paragraph: null };
  /** How to pronounce the characters that follow it in a `w:ruby`. */
  let reading = '';
  let isReading = false;

  const write = (text: string, plain = false): void => {
    if (isReading) {
      reading += text;
      return;
    }
    const paragraph = paragraphs.at(-1);
    if (paragraph !== undefined && !format.isHidden) addText(paragraph, text, plain ? {} : format);
  };

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined) return;
    if (paragraph.isJoined) {
      joined.paragraph = paragraph;
      return;
    }
    const { numbering, ...style } = styleOf(paragraph.style);
    const heading = paragraph.outline === undefined ? style.heading : paragraph.outline + 1;
    const isHeading = heading !== undefined && heading <= 9;
    const text = paragraphText(paragraph, isHeading).replace(/[ \t]+$/u, '');
    const blocks = containers.at(-1);
    const numId = paragraph.numId ?? numbering?.numId;
    const level = paragraph.level ?? (paragraph.numId === undefined ? (numbering?.level ?? 0) : 0);
    if (text.trim() !== '') {
      const label = numId === undefined || numId === '0' ? '' : labelOf(numId, level);
      const labelled = label === '' ? text : `${label} ${text.trimStart()}`;
      if (isHeading) blocks?.push(`${'#'.repeat(Math.min(heading, MAX_HEADING))} ${labelled.trim()}`);
      else blocks?.push(label === '' ? text : '  '.repeat(level) + labelled);
    }
    for (const box of paragraph.boxes) blocks?.push(box);
  }

  function open(name: string, attributes: Attributes): void {
    if (CHANGES.has(name)) found.hasChanges = true;
    if (skipping > 0 || SKIPPED.has(name)) {
      noteDeletion(name);
      skipping += 1;
      return;
    }
    if (equation !== null) {
      equation.open(name, attributes('val'));
      isText = name === 'm:t' || name === 'w:t';
      return;
    }
    const value = attributes('val');
    const paragraph = paragraphs.at(-1);
    const table = tables.at(-1);
    switch (name) {
      case 'w:p': {
        const begun = joined.paragraph ?? newParagraph();
        joined.paragraph = null;
        begun.isJoined = false;
        paragraphs.push(begun);
        format = { isBold: false, isItalic: false, isHidden: false };
        break;
      }
      case 'w:pStyle':
        if (paragraph) paragraph.style = value;
        break;
      case 'w:numId':
        if (paragraph) paragraph.numId = value;
        break;
      case 'w:ilvl':
        if (paragraph) paragraph.level = Number(value);
        break;
      case 'w:outlineLvl':
        if (paragraph) paragraph.outline = Number(value);
        break;
      case 'w:r':
        format = { isBold: false, isItalic: false, isHidden: false };
        break;
      case 'w:rPr':
        inRunProperties = true;
        break;
      case 'w:b':
        if (inRunProperties) format.isBold = isOn(attributes);
        break;
      case 'w:i':
        if (inRunProperties) format.isItalic = isOn(attributes);
        break;
      case 'w:vanish':
        if (inRunProperties) format.isHidden = isOn(attributes);
        break;
      case 'w:t':
        isText = true;
        break;
      case 'w:tab':
      case 'w:ptab':
        write('\t');
        break;
      case 'w:br':
        if (attributes('type') === undefined || attributes('type') === 'textWrapping') write('\n');
        break;
      case 'w:cr':
        write('\n');
        break;
      case 'w:noBreakHyphen':
        write('-');
        break;
      case 'w:sym':
        write(symbolOf(attributes('char') ?? ''));
        break;
      case 'w:checkBox':
        write('☐');
        break;
      case 'w:checked':
        replaceBox(isOn(attributes));
        break;
      case 'w:rt':
        isReading = true;
        break;
      case 'm:oMath':
        equation = createEquation();
        break;
      case 'w:hyperlink':
        links.push({ address: linkOf(attributes('id')), begin: paragraph?.runs.length ?? 0 });
        // Its text must not join the run before it.
        if (links.at(-1)?.address !== undefined) write('[', true);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
      case 'w:commentReference': {
        const kind = name.slice(2, -'Reference'.length) as 'footnote' | 'endnote' | 'comment';
        write(markOf(kind, attributes('id') ?? ''), true);
        break;
      }
      case 'a:blip':
      case 'v:imagedata':
        found.hasImages = true;
        break;
      case 'w:txbxContent':
        containers.push([]);
        break;
      case 'w:tbl':
        tables.push(newTable());
        break;
      case 'w:tr':
        if (table) Object.assign(table, { row: [], isRowDeleted: false });
        break;
      case 'w:trPr':
        inRowProperties = true;
        break;
      case 'w:gridBefore':
        if (table) table.row.push({ blocks: [], span: Number(value) || 1 });
        break;
      case 'w:tc':
        containers.push([]);
        if (table) Object.assign(table, { span: 1, isContinued: false });
        break;
      case 'w:gridSpan':
        if (table) table.span = Number(value) || 1;
        break;
      case 'w:vMerge':
        if (table) table.isContinued = value !== 'restart';
        break;
      case 'w:footnote':
      case 'w:endnote':
      case 'w:comment': {
        const type = attributes('type') ?? 'normal';
        // The lines that separate notes from the page are kept among them.
        note = type === 'normal' ? { id: attributes('id') ?? '', author: attributes('author') ?? '' } : null;
        containers.push([]);
        break;
      }
      case 'w:headerReference':
      case 'w:footerReference':
        furniture.add(attributes('id') ?? '');
        break;
    }
  }

  /** A deleted end of a paragraph joins it to the next, and a deleted row goes with its cells. */
  function noteDeletion(name: string): void {
    if (skipping > 0 || (name !== 'w:del' && name !== 'w:moveFrom')) return;
    const table = tables.at(-1);
    if (inRowProperties && table) table.isRowDeleted = true;
    const paragraph = paragraphs.at(-1);
    if (inRunProperties && paragraph && isParagraphMark) paragraph.isJoined = true;
  }
  let isParagraphMark = false;

  function replaceBox(isChecked: boolean): void {
    const last = paragraphs.at(-1)?.runs.at(-1);
    if (last && isChecked) last.text = last.text.replace(/☐$/u, '☒');
  }

  function close(name: string): void {
    if (skipping > 0) {
      skipping -= 1;
      return;
    }
    isText = false;
    if (equation !== null) {
      if (name === 'm:oMath') {
        const text = equation.finish();
        equation = null;
        write(text, true);
      } else equation.close(name);
      return;
    }
    const table = tables.at(-1);
    switch (name) {
      case 'w:p':
        endParagraph();
        break;
      case 'w:rPr':
        inRunProperties = false;
        break;
      case 'w:r':
        format = { isBold: false, isItalic: false, isHidden: false };
        break;
      case 'w:rt':
        isReading = false;
        break;
      case 'w:ruby':
        if (reading !== '') write(`(${reading})`, true);
        reading = '';
        break;
      case 'w:hyperlink': {
        const { address } = links.pop() ?? {};
        if (address !== undefined) write(`](${address})`, true);
        break;
      }
      case 'w:txbxContent': {
        const blocks = containers.pop() ?? [];
        const target = paragraphs.at(-1)?.boxes ?? containers.at(-1);
        for (const block of blocks) target?.push(block);
        break;
      }
      case 'w:tc': {
        const blocks = containers.pop() ?? [];
        if (table) table.row.push({ blocks: table.isContinued ? [] : blocks, span: table.span });
        break;
      }
      case 'w:trPr':
        inRowProperties = false;
        break;
      case 'w:tr':
        if (table && !table.isRowDeleted) table.rows.push(table.row);
        break;
      case 'w:tbl':
        tables.pop();
        if (table) for (const block of tableBlocks(table)) containers.at(-1)?.push(block);
        break;
      case 'w:footnote':
      case 'w:endnote':
      case 'w:comment': {
        const blocks = containers.pop() ?? [];
        if (note) notes.set(note.id, { author: note.author, text: blocks.join('\n').trim() });
        note = null;
        break;
      }
    }
  }

  const parents: string[] = [];
  readXml(xml, {
    open(name, attributes) {
      isParagraphMark = name === 'w:rPr' ? parents.at(-1) === 'w:pPr' : isParagraphMark;
      parents.push(name);
      open(name, attributes);
    },
    close(name) {
      parents.pop();
      close(name);
    },
    text(text) {
      if (!isText || skipping > 0) return;
      if (equation !== null) equation.add(text);
      else write(text);
    },
  });
  // Nothing follows that would continue it.
  if (joined.paragraph !== null) {
    paragraphs.push(Object.assign(joined.paragraph, { isJoined: false }));
    endParagraph();
  }
  return { blocks: containers[0] ?? [], notes, furniture };
}

/** Symbol fonts have their signs in the private use area. */
const symbolOf = (code: string): string => {
  const known = SYMBOLS[code.toUpperCase()];
  if (known !== undefined) return known;
  const point = Number.parseInt(code, 16);
  return point >= 0xe000 && point <= 0xf8ff ? '' : Number.isNaN(point) ? '' : String.fromCodePoint(point);
};
