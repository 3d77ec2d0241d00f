/** What LOAD takes files as. */
export const LOAD_TYPES = ['FILE', 'DIR', 'REF', 'WORK', 'LINES'] as const;
export type LoadType = (typeof LOAD_TYPES)[number];

/** Files whose text can be read. */
const DOCUMENTS = [
  'txt',
  'md',
  'html',
  'htm',
  'csv',
  'json',
  'docx',
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'heic',
  'heif',
] as const;

interface LoadTypeRules {
  readonly extensions: readonly string[];
  /** Whether one file, and whether a folder or a pattern, can be loaded so. */
  readonly file: boolean;
  readonly folder: boolean;
}

/** What each load type accepts. */
export const LOADABLE: Readonly<Record<LoadType, LoadTypeRules>> = {
  FILE: { extensions: ['csv', 'tsv', 'xlsx', 'json', 'jsonl'], file: true, folder: false },
  LINES: { extensions: ['txt', 'csv', 'md'], file: true, folder: false },
  DIR: { extensions: DOCUMENTS, file: false, folder: true },
  WORK: { extensions: DOCUMENTS, file: true, folder: true },
  REF: { extensions: DOCUMENTS, file: true, folder: false },
};

/** What a file is mostly loaded as, by its ending, the likeliest first. */
export const LIKELY_TYPES: Readonly<Record<string, readonly LoadType[]>> = {
  csv: ['FILE', 'LINES'],
  tsv: ['FILE'],
  xlsx: ['FILE'],
  jsonl: ['FILE'],
  json: ['FILE'],
  txt: ['LINES', 'REF', 'WORK'],
  md: ['REF', 'WORK', 'LINES'],
  pdf: ['REF', 'WORK'],
  docx: ['REF', 'WORK'],
};

/** What the programs that make files of other kinds can save them as, the best first. */
export const SAVED_AS: Readonly<Record<string, readonly string[]>> = {
  doc: ['docx'],
  odt: ['docx'],
  rtf: ['docx'],
  pages: ['docx'],
  xls: ['xlsx', 'csv'],
  xlsx: ['csv'],
  ods: ['xlsx', 'csv'],
  numbers: ['xlsx', 'csv'],
  ppt: ['pdf'],
  pptx: ['pdf'],
  odp: ['pdf'],
};

/** The formats that OUTPUT writes, by the ending of the path. */
export const OUTPUT_FORMATS = ['txt', 'csv', 'json', 'xlsx', 'docx'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** As many rows as a sheet of Excel has, and FIRST and TOP can ask for. */
export const MOST_ROWS = 1_048_576;

/** What a field of a reply can be said to hold. */
export const FIELD_KINDS = ['NUMBER', 'TEXT', 'LIST', 'DATE', 'OBJECT'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** The languages that text recognition knows. */
export const OCR_LANGUAGES = ['eng', 'spa'] as const;

/** Where scripts read and write unless they say otherwise: the two folders that they cannot leave. */
export const DEFAULT_PATH_IN = '/data/input/';
export const DEFAULT_PATH_OUT = '/data/output/';
