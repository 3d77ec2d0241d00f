import { newTable, tableBlocks, type Table } from '../docx/table.js';
import { addText, paragraphText, type Paragraph } from '../docx/paragraph.js';
import { readXml, type Attributes } from '../docx/xml.js';
import { OUTLINE, type createListCounter } from './list-labels.js';
import type { readTextFormats } from './text-formats.js';

/** What all parts of a document share. */
export interface BodyContext {
  readonly lists: ReturnType<typeof createListCounter>;
  readonly formatOf: ReturnType<typeof readTextFormats>;
  /** An embedded formula as text, by its address in the document; empty if it is none. */
  readonly formulaOf: (address: string) => string;
  readonly notes: string[];
  readonly comments: string[];
  readonly found: { hasImages: boolean; hasChanges: boolean };
}

interface OpenParagraph extends Paragraph {
  readonly heading: number | null;
  /** Its number or bullet, and how deep its list is. */
  readonly label: string;
  readonly indent: string;
  /** How many containers were open when it began. */
  readonly depth: number;
}

interface OpenList {
  readonly style: string;
  readonly depth: number;
  isItem: boolean;
  isLabeled: boolean;
  startsAt: number | undefined;
}

/** What isn't seen, or stands beside the text: deleted text, descriptions of pictures, forms, hidden text. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'text:tracked-changes office:forms office:event-listeners svg:title svg:desc text:note-citation ' +
    'text:hidden-text text:hidden-paragraph dc:date meta:date-string text:sequence-decls text:variable-decls'
  ).split(' '),
);
const MAX_HEADING = 6;

/**
 * The blocks of an OpenDocument text as Markdown, also of its headers and footers.
 * @param within reads only what is inside of elements of these names; absent: everything.
 */
export function readBody(xml: string, context: BodyContext, within?: ReadonlySet<string>): string[] {
  const { lists, formatOf, formulaOf, notes, comments, found } = context;
  const containers: string[][] = [[]];
  const paragraphs: OpenParagraph[] = [];
  const tables: Table[] = [];
  const formats = [{ isBold: false, isItalic: false }];
  const links: (string | null)[] = [];
  /** The open lists, outermost first, and whether their item has had its label. */
  const open: OpenList[] = [];
  const authors: string[] = [];
  let [skipping, inside, reading, isReading, isAuthor] = [0, within === undefined ? 1 : 0, '', false, false];

  function write(text: string, plain = false): void {
    if (isAuthor) authors.push((authors.pop() ?? '') + text);
    else if (isReading) reading += text;
    else {
      const paragraph = paragraphs.at(-1);
      if (paragraph) addText(paragraph, text, plain ? {} : formats.at(-1));
    }
  }

  function emit(block: string): void {
    const outer = paragraphs.at(-1);
    // What is anchored in a paragraph follows it.
    if (outer?.depth === containers.length) outer.boxes.push(block);
    else containers.at(-1)?.push(block);
  }

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined || inside === 0) return;
    const { heading, label, indent } = paragraph;
    const text = paragraphText(paragraph, heading !== null).trimEnd();
    if (text.trim() !== '') {
      const labeled = label === '' ? text : `${label} ${text.trimStart()}`;
      if (heading === null) emit(indent + labeled);
      else emit(`${'#'.repeat(Math.min(MAX_HEADING, heading))} ${labeled.trim()}`);
    }
    for (const box of paragraph.boxes) emit(box);
  }

  /** The innermost list that a paragraph here belongs to: not that of the text around a note. */
  const currentList = (): OpenList | undefined => {
    const list = open.at(-1);
    return list?.depth === containers.length ? list : undefined;
  };

  /** Only the first paragraph of an item has its label. */
  function labelOf(heading: number | null): string {
    const item = currentList();
    if (item === undefined) return heading === null ? '' : lists.label(OUTLINE, heading - 1);
    if (!item.isItem || item.isLabeled) return '';
    item.isLabeled = true;
    return lists.label(item.style, open.length - 1, item.startsAt);
  }

  function begin(name: string, attributes: Attributes): void {
    switch (name) {
      case 'text:p':
      case 'text:h': {
        const level = Number(attributes('text:outline-level') ?? 1) || 1;
        const heading = name === 'text:h' ? Math.max(1, level) : null;
        const indent = currentList() === undefined ? '' : '  '.repeat(open.length - 1);
        const label = labelOf(heading);
        const depth = containers.length;
        paragraphs.push({ runs: [], boxes: [], isJoined: false, heading, label, indent, depth });
        break;
      }
      case 'text:span':
        formats.push(formatOf(attributes('text:style-name')));
        break;
      case 'text:s':
        write(' '.repeat(Math.min(100, Number(attributes('text:c') ?? 1) || 1)));
        break;
      case 'text:tab':
        write('\t');
        break;
      case 'text:line-break':
        write('\n');
        break;
      case 'text:a': {
        const address = attributes('xlink:href') ?? '';
        links.push(/^(?:https?|mailto):/iu.test(address) ? address : null);
        if (links.at(-1) !== null) write('[', true);
        break;
      }
      case 'text:ruby-text':
        isReading = true;
        break;
      case 'text:note':
        notes.push('');
        write(`[^${String(notes.length)}]`, true);
        break;
      case 'office:annotation':
        comments.push('');
        authors.push('');
        write(`[comment ${String(comments.length)}]`, true);
        containers.push([]);
        break;
      case 'dc:creator':
        isAuthor = authors.length > 0;
        break;
      case 'text:note-body':
        containers.push([]);
        break;
      case 'text:list': {
        const style = attributes('text:style-name') ?? open.at(-1)?.style ?? '';
        const continues =
          attributes('text:continue-numbering') === 'true' || attributes('text:continue-list') !== undefined;
        if (open.length === 0 && !continues) lists.restart(style);
        open.push({
          style,
          depth: containers.length,
          isItem: false,
          isLabeled: false,
          startsAt: undefined,
        });
        break;
      }
      case 'text:list-item':
      case 'text:list-header': {
        const startsAt = attributes('text:start-value');
        const list = open.at(-1);
        if (list)
          Object.assign(list, {
            isItem: name === 'text:list-item',
            isLabeled: false,
            startsAt: startsAt === undefined ? undefined : Number(startsAt),
          });
        break;
      }
      case 'table:table':
        tables.push(newTable());
        break;
      case 'table:table-row': {
        const table = tables.at(-1);
        if (table) table.row = [];
        break;
      }
      case 'table:table-cell':
      case 'table:covered-table-cell':
        containers.push([]);
        break;
      case 'draw:image':
        found.hasImages = true;
        break;
      case 'draw:object': {
        const formula = formulaOf(attributes('xlink:href') ?? '');
        if (formula !== '') write(formula, true);
        break;
      }
    }
  }

  function end(name: string): void {
    switch (name) {
      case 'text:p':
      case 'text:h':
        endParagraph();
        break;
      case 'text:span':
        formats.pop();
        break;
      case 'text:a': {
        const address = links.pop() ?? null;
        if (address !== null) write(`](${address})`, true);
        break;
      }
      case 'text:ruby-text':
        isReading = false;
        break;
      case 'text:ruby':
        if (reading !== '') write(`(${reading})`, true);
        reading = '';
        break;
      case 'text:note-body':
        notes[notes.length - 1] = (containers.pop() ?? []).join('\n').trim();
        break;
      case 'office:annotation': {
        const author = authors.pop() ?? '';
        const text = (containers.pop() ?? []).join('\n').trim();
        comments[comments.length - 1] = `${author === '' ? '' : ` ${author}`}: ${text}`;
        break;
      }
      case 'dc:creator':
        isAuthor = false;
        break;
      case 'text:list':
        open.pop();
        break;
      case 'table:table-cell':
      case 'table:covered-table-cell':
        tables.at(-1)?.row.push({ blocks: containers.pop() ?? [], span: 1 });
        break;
      case 'table:table-row': {
        const table = tables.at(-1);
        table?.rows.push(table.row);
        break;
      }
      case 'table:table': {
        const table = tables.pop();
        if (table && inside > 0) for (const block of tableBlocks(table)) emit(block);
        break;
      }
    }
  }

  readXml(xml, {
    open(name, attributes) {
      if (name === 'text:tracked-changes') found.hasChanges = true;
      if (skipping > 0 || SKIPPED.has(name) || attributes('text:display') === 'none') skipping += 1;
      else begin(name, attributes);
      if (within?.has(name)) inside += 1;
    },
    close(name) {
      if (within?.has(name)) inside -= 1;
      if (skipping > 0) skipping -= 1;
      else end(name);
    },
    text(text) {
      if (skipping > 0) return;
      const isOpen = paragraphs.length > 0 || isAuthor;
      // Line breaks and rows of blanks in the XML are one blank.
      if (isOpen) write(text.replace(/[ \t\r\n]+/gu, ' '));
    },
  });
  return containers[0] ?? [];
}
