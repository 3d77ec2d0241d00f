import { ZipError } from '../zip-size.js';
import { readNumbering } from './docx/numbering.js';
import { readPart, type PartContext, type PartText } from './docx/read-part.js';
import { readStyles } from './docx/styles.js';
import { readXml } from './docx/xml.js';
import { describeZipFailure, unpackParts } from './zip-parts.js';

export interface DocxText {
  readonly text: string;
  readonly hasImages: boolean;
  /** Sentences on how it was read. */
  readonly notices: readonly string[];
}

/**
 * A Word document as Markdown: headings, lists with their numbers, tables, notes and comments, and its headers and
 * footers once each. Tracked changes are read as accepted.
 * @throws DocumentError `too-large` (when unpacked), `encrypted`, `damaged`.
 */
export async function readDocx(name: string, bytes: Uint8Array): Promise<DocxText> {
  try {
    const parts = await unpackParts(bytes, (entry) =>
      /^word\/[^/]+\.xml$|^word\/_rels\/[^/]+\.rels$/u.test(entry),
    );
    // Word on the web and SharePoint name it document2.xml, and so on.
    const main = parts.names.find((entry) => /^word\/document\d*\.xml$/u.test(entry));
    if (main === undefined) throw new ZipError('invalid');
    return readDocument(main, (part) => parts.text(part));
  } catch (error) {
    throw describeZipFailure(name, 'a Word document', error);
  }
}

type PartReader = (part: string) => string;

function readDocument(main: string, read: PartReader): DocxText {
  const targets = readTargets(read(`word/_rels/${main.slice('word/'.length)}.rels`));
  const marks = createMarks();
  const context: PartContext = {
    styleOf: readStyles(read('word/styles.xml')),
    labelOf: readNumbering(read('word/numbering.xml')),
    linkOf: (id) => targets.links.get(id ?? ''),
    markOf: marks.markOf,
    found: { hasImages: false, hasChanges: false },
  };
  const body = readPart(read(main), context);
  const sections = [...body.furniture].flatMap((id) => targets.parts.get(id) ?? []);
  const headers = furnitureTexts(sections, 'header', read, context);
  const footers = furnitureTexts(sections, 'footer', read, context);
  const notes = marks.texts((part) => readPart(read(`word/${part}.xml`) || '<w:none/>', context));
  const blocks = [...headers, ...body.blocks, ...notes, ...footers];
  const { hasImages, hasChanges } = context.found;
  return {
    text: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`,
    hasImages,
    notices: hasChanges ? ['Its tracked changes were read as if accepted.'] : [],
  };
}

/** The links and the parts that a part refers to, by id. */
function readTargets(xml: string) {
  const links = new Map<string, string>();
  const parts = new Map<string, string>();
  if (xml !== '')
    readXml(xml, {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const [id = '', target = ''] = [attributes('Id'), attributes('Target')];
        if (attributes('TargetMode') !== 'External') parts.set(id, target.replace(/^.*\//u, ''));
        else if (/^(?:https?|mailto):/iu.test(target)) links.set(id, target);
      },
    });
  return { links, parts };
}

/** Each text once, also if several sections have it. */
function furnitureTexts(
  parts: readonly string[],
  kind: 'header' | 'footer',
  read: PartReader,
  context: PartContext,
): string[] {
  const texts = parts
    .filter((part) => part.startsWith(kind) && read(`word/${part}`) !== '')
    .map((part) =>
      readPart(read(`word/${part}`), context)
        .blocks.join('\n')
        .trim(),
    )
    .filter((text) => text !== '');
  const label = kind === 'header' ? 'Header' : 'Footer';
  return [...new Set(texts)].map((text) => `${label}: ${text}`);
}

const PARTS = { footnote: 'footnotes', endnote: 'endnotes', comment: 'comments' } as const;
type NoteKind = keyof typeof PARTS;

/** Numbers notes and comments in the order in which the text refers to them. */
function createMarks() {
  const marks: { kind: NoteKind; id: string; mark: string }[] = [];
  const counts = { note: 0, comment: 0 };
  return {
    markOf: (kind: NoteKind, id: string): string => {
      const known = marks.find((each) => each.kind === kind && each.id === id);
      if (known) return known.mark;
      const mark =
        kind === 'comment' ? `[comment ${String(++counts.comment)}]` : `[^${String(++counts.note)}]`;
      marks.push({ kind, id, mark });
      return mark;
    },
    texts: (readNotes: (part: string) => PartText): string[] => {
      const kinds = [...new Set(marks.map(({ kind }) => kind))];
      const read = new Map(kinds.map((kind) => [kind, readNotes(PARTS[kind]).notes]));
      return marks.flatMap(({ kind, id, mark }) => {
        const found = read.get(kind)?.get(id);
        if (found === undefined || found.text === '') return [];
        return [
          `${mark}${kind === 'comment' && found.author !== '' ? ` ${found.author}` : ''}: ${found.text}`,
        ];
      });
    },
  };
}
