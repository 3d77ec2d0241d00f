import { createListCounter, readListStyles } from './odf/list-labels.js';
import { readBody, type BodyContext } from './odf/read-body.js';
import { readTextFormats } from './odf/text-formats.js';
import { unpackOpenDocument } from './odf/unpack.js';
import { readXml } from './docx/xml.js';
import type { DocxText } from './read-docx.js';
import { describeZipFailure, type ZipParts } from './zip-parts.js';

const HEADERS: ReadonlySet<string> = new Set(['style:header', 'style:header-left', 'style:header-first']);
const FOOTERS: ReadonlySet<string> = new Set(['style:footer', 'style:footer-left', 'style:footer-first']);

/**
 * An OpenDocument text as Markdown, like a Word document: headings, lists with their numbers, tables, notes, comments,
 * and its headers and footers once each.
 * @throws DocumentError `too-large`, `encrypted`, `damaged`.
 */
export async function readOdt(name: string, bytes: Uint8Array): Promise<DocxText> {
  try {
    return readParts(await unpackOpenDocument(bytes));
  } catch (error) {
    throw describeZipFailure(name, 'an OpenDocument text', error);
  }
}

function readParts(parts: ZipParts): DocxText {
  const [content, styles] = [parts.text('content.xml'), parts.text('styles.xml')];
  const both = [styles, content];
  const context: BodyContext = {
    lists: createListCounter(readListStyles(both)),
    formatOf: readTextFormats(both),
    formulaOf: (address) => readFormula(parts.text(`${address.replace(/^\.\//u, '')}/content.xml`)),
    notes: [],
    comments: [],
    found: { hasImages: false, hasChanges: false },
  };
  const body = readBody(content, context, new Set(['office:text']));
  const furniture = (within: ReadonlySet<string>, label: string): string[] => {
    const texts = styles === '' ? [] : readBody(styles, context, within);
    return [...new Set(texts)].map((text) => `${label}: ${text}`);
  };
  const blocks = [
    ...furniture(HEADERS, 'Header'),
    ...body,
    ...context.notes.map((text, index) => `[^${String(index + 1)}]: ${text}`),
    ...context.comments.map((text, index) => `[comment ${String(index + 1)}]${text}`),
    ...furniture(FOOTERS, 'Footer'),
  ];
  const { hasImages, hasChanges } = context.found;
  return {
    text: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`,
    hasImages,
    notices: hasChanges ? ['Its tracked changes were read as if accepted.'] : [],
  };
}

/** A formula as it was typed: `{a} over {b}`. */
function readFormula(xml: string): string {
  let [text, isSource] = ['', false];
  if (xml !== '')
    readXml(xml, {
      open: (name) => {
        isSource = name === 'annotation' || name.endsWith(':annotation');
      },
      close: () => {
        isSource = false;
      },
      text: (piece) => {
        if (isSource) text += piece;
      },
    });
  return text.trim();
}
