import { ZipError } from '../zip-size.js';
import { newTable, tableBlocks, type Table } from './docx/table.js';
import { readXml } from './docx/xml.js';
import { describeZipFailure, resolvePart, unpackParts, type ZipParts } from './zip-parts.js';

export interface SlidesText {
  readonly text: string;
  readonly hasImages: boolean;
  readonly notices: readonly string[];
}

/**
 * The slides of a presentation in their order, each below `[Slide 2]`: its title, text boxes, tables, diagrams and
 * notes. Hidden slides are left out, and said so.
 * @throws DocumentError `too-large`, `encrypted`, `damaged`.
 */
export async function readSlides(name: string, bytes: Uint8Array): Promise<SlidesText> {
  try {
    const parts = await unpackParts(bytes, (entry) =>
      /^ppt\/(?:presentation\.xml|(?:_rels|slides|notesSlides|diagrams|comments)\/.*\.(?:xml|rels))$/u.test(
        entry,
      ),
    );
    return readPresentation(name, parts);
  } catch (error) {
    throw describeZipFailure(name, 'a PowerPoint presentation', error);
  }
}

const PRESENTATION = 'ppt/presentation.xml';

function readPresentation(name: string, parts: ZipParts): SlidesText {
  const ids: string[] = [];
  const presentation = parts.text(PRESENTATION);
  if (presentation === '') throw new ZipError('invalid');
  readXml(presentation, {
    open(tag, attributes) {
      if (tag === 'p:sldId') ids.push(attributes('r:id') ?? '');
    },
  });
  const targets = readTargets(parts, PRESENTATION);
  const slides = ids.flatMap((id) => targets.get(id)?.part ?? []);
  let [hasImages, hidden] = [false, 0];
  const texts = slides.map((part, index) => {
    const slide = readSlide(parts, part);
    hasImages ||= slide.hasImages;
    if (slide.isHidden) hidden += 1;
    if (slide.isHidden || slide.blocks.length === 0) return '';
    return [`[Slide ${String(index + 1)}]`, ...slide.blocks].join('\n\n');
  });
  const shown = texts.filter((text) => text !== '');
  return {
    text: shown.length === 0 ? '' : `${shown.join('\n\n')}\n`,
    hasImages,
    notices:
      hidden === 0
        ? []
        : [
            `${String(hidden)} hidden ${hidden === 1 ? 'slide' : 'slides'} of ${name} ${hidden === 1 ? 'was' : 'were'} left out.`,
          ],
  };
}

function readTargets(parts: ZipParts, part: string) {
  const targets = new Map<string, { type: string; part: string }>();
  const xml = parts.text(part.replace(/([^/]+)$/u, '_rels/$1.rels'));
  if (xml !== '')
    readXml(xml, {
      open(tag, attributes) {
        if (tag !== 'Relationship' || attributes('TargetMode') === 'External') return;
        const type = (attributes('Type') ?? '').replace(/^.*\//u, '');
        const target = resolvePart(part, attributes('Target') ?? '');
        targets.set(attributes('Id') ?? '', { type, part: target });
      },
    });
  return targets;
}

function readSlide(parts: ZipParts, part: string) {
  const related = [...readTargets(parts, part).values()];
  const textOf = (type: string): Shapes[] =>
    related.filter((each) => each.type === type).map((each) => readShapes(parts.text(each.part), false));
  const slide = readShapes(parts.text(part));
  const diagrams = textOf('diagramData').flatMap(({ blocks }) => blocks);
  const notes = textOf('notesSlide').flatMap(({ blocks }) => blocks);
  const comments = textOf('comments').flatMap(({ comments }) => comments);
  return {
    isHidden: slide.isHidden,
    hasImages: slide.hasImages,
    blocks: [
      ...slide.titles,
      ...slide.blocks,
      ...diagrams,
      ...(notes.length === 0 ? [] : [`Notes: ${notes.join('\n')}`]),
      ...comments.map((comment) => `Comment: ${comment}`),
    ],
  };
}

interface Shapes {
  readonly titles: string[];
  readonly blocks: string[];
  readonly comments: string[];
  readonly isHidden: boolean;
  readonly hasImages: boolean;
}

/** What every slide repeats, and a picture of the slide on its page of notes. */
const FURNITURE: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** Their paragraphs have bullets where nothing else is said. */
const LISTS: ReadonlySet<string> = new Set(['body', 'obj']);

/** The texts of the shapes of a slide, a page of notes, or a diagram, in reading order. */
function readShapes(xml: string, hasBullets = true): Shapes {
  const titles: string[] = [];
  const comments: string[] = [];
  const blocks: string[] = [];
  const tables: Table[] = [];
  let [isHidden, hasImages, isText] = [false, false, false];
  let placeholder: string | null = null;
  let shape: string[] = [];
  let paragraph: { text: string; level: number; bullet: boolean | null } | null = null;
  let skipping = 0;

  function endParagraph(): void {
    const { text = '', level = 0, bullet = null } = paragraph ?? {};
    paragraph = null;
    if (text.trim() === '') return;
    const isListed = bullet ?? (hasBullets && placeholder !== null && LISTS.has(placeholder));
    shape.push(isListed && tables.length === 0 ? `${'  '.repeat(level)}- ${text.trim()}` : text.trimEnd());
  }

  function endShape(): void {
    const text = shape.join('\n');
    shape = [];
    if (text === '' || (placeholder !== null && FURNITURE.has(placeholder))) return;
    if (placeholder !== null && TITLES.has(placeholder)) titles.push(`# ${text.replace(/\s+/gu, ' ')}`);
    else blocks.push(text);
  }

  if (xml !== '')
    readXml(xml, {
      open(tag, attributes) {
        if (skipping > 0 || tag === 'mc:Fallback') {
          skipping += 1;
          return;
        }
        const table = tables.at(-1);
        switch (tag) {
          case 'p:sld':
            isHidden = ['0', 'false'].includes(attributes('show') ?? '1');
            break;
          case 'p:sp':
          case 'dgm:pt':
            placeholder = null;
            break;
          case 'p:ph':
            placeholder = attributes('type') ?? 'obj';
            break;
          case 'p:pic':
            hasImages = true;
            break;
          case 'a:p':
            paragraph = { text: '', level: 0, bullet: null };
            break;
          case 'a:pPr':
            if (paragraph) paragraph.level = Math.min(8, Number(attributes('lvl') ?? 0) || 0);
            break;
          case 'a:buChar':
          case 'a:buAutoNum':
            if (paragraph) paragraph.bullet = true;
            break;
          case 'a:buNone':
            if (paragraph) paragraph.bullet = false;
            break;
          case 'a:br':
            if (paragraph) paragraph.text += '\n';
            break;
          case 'a:t':
          case 'm:t':
          case 'p:text':
            isText = true;
            if (tag === 'p:text') comments.push('');
            break;
          case 'a:tbl':
            placeholder = null;
            tables.push(newTable());
            break;
          case 'a:tr':
            if (table) table.row = [];
            break;
          case 'a:tc':
            if (table)
              Object.assign(table, {
                span: Number(attributes('gridSpan') ?? 1) || 1,
                isContinued: attributes('hMerge') !== undefined || attributes('vMerge') !== undefined,
              });
            break;
        }
      },
      close(tag) {
        if (skipping > 0) {
          skipping -= 1;
          return;
        }
        isText = false;
        const table = tables.at(-1);
        switch (tag) {
          case 'a:p':
            endParagraph();
            break;
          case 'p:sp':
          case 'dgm:pt':
            endShape();
            break;
          case 'a:tc':
            // The cells that a wide one covers are there too.
            if (table) table.row.push({ blocks: table.isContinued ? [] : shape, span: 1 });
            shape = [];
            break;
          case 'a:tr':
            table?.rows.push(table.row);
            break;
          case 'a:tbl':
            tables.pop();
            if (table) for (const block of tableBlocks(table)) blocks.push(block);
            break;
        }
      },
      text(text) {
        if (!isText || skipping > 0) return;
        if (paragraph) paragraph.text += text;
        else if (comments.length > 0) comments.push((comments.pop() ?? '') + text);
      },
    });
  return { titles, blocks, comments, isHidden, hasImages };
}
