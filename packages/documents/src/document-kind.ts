import { DocumentError } from './document-error.js';

/** The parser for a file. */
export type DocumentKind =
  | 'text'
  | 'html'
  | 'rtf'
  | 'mail'
  | 'docx'
  | 'odt'
  | 'slides'
  | 'sheet'
  | 'ods'
  | 'epub'
  | 'pdf'
  | 'picture'
  | 'heic'
  | 'tiff';

const EXTENSIONS: Readonly<Record<DocumentKind, string>> = {
  text: 'txt md csv tsv json',
  html: 'html htm',
  rtf: 'rtf',
  mail: 'eml',
  docx: 'docx docm dotx dotm',
  odt: 'odt ott',
  slides: 'pptx pptm ppsx ppsm potx potm',
  sheet: 'xlsx xlsm',
  ods: 'ods ots',
  epub: 'epub',
  pdf: 'pdf',
  picture: 'png jpg jpeg webp gif bmp avif',
  heic: 'heic heif',
  tiff: 'tif tiff',
};

// A Map, because an extension may be `constructor`.
const KIND_BY_EXTENSION: ReadonlyMap<string, DocumentKind> = new Map(
  (Object.keys(EXTENSIONS) as DocumentKind[]).flatMap((kind) =>
    EXTENSIONS[kind].split(' ').map((extension) => [extension, kind] as const),
  ),
);

/** Extensions of readable files, without dot. */
export const READABLE_EXTENSIONS: readonly string[] = [...KIND_BY_EXTENSION.keys()];

const OLD_OFFICE = (program: string, extension: string) =>
  ({ what: `the old format of ${program}`, saveAs: `.${extension}` }) as const;
const KEYNOTE = { what: 'Keynote’s format', saveAs: 'PDF or .pptx' };
const PUBLISHED = { what: 'a format for e-book readers', saveAs: '.epub or PDF' };
const ARCHIVE = { what: 'an archive', saveAs: null };
const RAW = { what: 'a camera’s raw format', saveAs: 'JPEG' };
const DRAWING = { what: 'a drawing', saveAs: 'PDF or PNG' };

/** Known formats that are not read, and what to save them as. */
const FOREIGN: ReadonlyMap<string, { readonly what: string; readonly saveAs: string | null }> = new Map(
  Object.entries({
    doc: OLD_OFFICE('Word', 'docx'),
    dot: OLD_OFFICE('Word', 'docx'),
    xls: OLD_OFFICE('Excel', 'xlsx'),
    xlt: OLD_OFFICE('Excel', 'xlsx'),
    xlsb: { what: 'Excel’s binary format', saveAs: '.xlsx' },
    ppt: OLD_OFFICE('PowerPoint', 'pptx'),
    pps: OLD_OFFICE('PowerPoint', 'pptx'),
    pub: { what: 'Publisher’s format', saveAs: 'PDF' },
    one: { what: 'OneNote’s format', saveAs: 'PDF' },
    vsd: DRAWING,
    vsdx: DRAWING,
    odg: DRAWING,
    svg: DRAWING,
    dwg: DRAWING,
    ai: DRAWING,
    eps: DRAWING,
    psd: DRAWING,
    odp: { what: 'a LibreOffice presentation', saveAs: '.pptx or PDF' },
    sxw: { what: 'the old format of OpenOffice', saveAs: '.odt' },
    sxc: { what: 'the old format of OpenOffice', saveAs: '.ods' },
    pages: { what: 'Pages’ format', saveAs: 'PDF or .docx' },
    numbers: { what: 'Numbers’ format', saveAs: '.xlsx or .csv' },
    key: KEYNOTE,
    wpd: { what: 'WordPerfect’s format', saveAs: '.docx' },
    wps: { what: 'the format of Works', saveAs: '.docx' },
    hwp: { what: 'Hangul’s format', saveAs: '.docx or PDF' },
    hwpx: { what: 'Hangul’s format', saveAs: '.docx or PDF' },
    msg: { what: 'Outlook’s format', saveAs: '.eml' },
    pst: { what: 'Outlook’s mailbox', saveAs: '.eml' },
    mbox: { what: 'a whole mailbox', saveAs: '.eml' },
    mht: { what: 'a saved web page', saveAs: '.html or PDF' },
    mhtml: { what: 'a saved web page', saveAs: '.html or PDF' },
    mobi: PUBLISHED,
    azw: PUBLISHED,
    azw3: PUBLISHED,
    fb2: PUBLISHED,
    djvu: { what: 'a format for scans', saveAs: 'PDF' },
    xps: { what: 'Microsoft’s print format', saveAs: 'PDF' },
    ps: { what: 'a print format', saveAs: 'PDF' },
    zip: ARCHIVE,
    rar: ARCHIVE,
    '7z': ARCHIVE,
    gz: ARCHIVE,
    tar: ARCHIVE,
    jxl: { what: 'JPEG XL', saveAs: 'JPEG or PNG' },
    jp2: { what: 'JPEG 2000', saveAs: 'JPEG or PNG' },
    dng: RAW,
    cr2: RAW,
    cr3: RAW,
    nef: RAW,
    arw: RAW,
  }),
);

const extensionOf = (name: string): string | null => {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? null : name.slice(dot + 1).toLowerCase();
};

/** The parser for a file name; null if it is not supported. */
export const kindOfName = (name: string): DocumentKind | null =>
  KIND_BY_EXTENSION.get(extensionOf(name) ?? '') ?? null;

const READ_BY_OCR: ReadonlySet<DocumentKind | null> = new Set(['pdf', 'picture', 'heic', 'tiff']);

/** True if OCR may find text in a file of this name. */
export const canBeReadByOcr = (name: string): boolean => READ_BY_OCR.has(kindOfName(name));

/** What a file of this name is that is not read, and what to do, as two sentences; null if that is not known. */
export function describeForeign(name: string): string | null {
  const extension = extensionOf(name) ?? '';
  const foreign = FOREIGN.get(extension);
  if (foreign === undefined) return null;
  const advice = foreign.saveAs === null ? 'Unpack it, and use its files' : `Save it as ${foreign.saveAs}`;
  return `.${extension} is ${foreign.what}. ${advice}.`;
}

/** The error for a file name of an unsupported type. */
export const unsupported = (name: string): DocumentError =>
  new DocumentError(
    'unsupported',
    `${name} cannot be read: ${describeForeign(name) ?? 'its kind of file is not supported.'}`,
  );
