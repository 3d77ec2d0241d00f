/** The types of LOAD. */
export const LOAD_TYPES = ['FILE', 'DIR', 'REF', 'WORK', 'LINES'] as const;
export type LoadType = (typeof LOAD_TYPES)[number];

/** Extensions of files with readable text. */
const DOCUMENTS = [
  'txt',
  'md',
  'html',
  'htm',
  'csv',
  'json',
  'docx',
  'docm',
  'dotx',
  'dotm',
  'odt',
  'ott',
  'rtf',
  'pptx',
  'pptm',
  'ppsx',
  'ppsm',
  'potx',
  'potm',
  'epub',
  'eml',
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'bmp',
  'avif',
  'heic',
  'heif',
  'tif',
  'tiff',
] as const;

interface LoadTypeRules {
  readonly extensions: readonly string[];
  /** Whether single files, and folders or patterns, can be loaded as this type. */
  readonly file: boolean;
  readonly folder: boolean;
}

/** What each load type accepts. */
export const LOADABLE: Readonly<Record<LoadType, LoadTypeRules>> = {
  FILE: { extensions: ['csv', 'tsv', 'xlsx', 'ods', 'json', 'jsonl'], file: true, folder: false },
  LINES: { extensions: ['txt', 'csv', 'md'], file: true, folder: false },
  DIR: { extensions: DOCUMENTS, file: false, folder: true },
  WORK: { extensions: DOCUMENTS, file: true, folder: true },
  REF: { extensions: DOCUMENTS, file: true, folder: false },
};

/** Likely load types by extension, best first. */
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
  odt: ['REF', 'WORK'],
  rtf: ['REF', 'WORK'],
  pptx: ['REF', 'WORK'],
  ods: ['FILE'],
  eml: ['WORK', 'REF'],
};

/** Formats that programs can export unsupported files to, best first. */
export const SAVED_AS: Readonly<Record<string, readonly string[]>> = {
  doc: ['docx'],
  pages: ['docx'],
  xls: ['xlsx', 'csv'],
  xlsx: ['csv'],
  numbers: ['xlsx', 'csv'],
  ppt: ['pptx', 'pdf'],
  odp: ['pptx', 'pdf'],
  msg: ['eml'],
};

/** OUTPUT formats by extension. */
export const OUTPUT_FORMATS = ['txt', 'csv', 'json', 'xlsx', 'docx'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The rows of an Excel sheet, and the maximum for FIRST and TOP. */
export const MAX_ROWS = 1_048_576;

/** The kinds of reply fields. */
export const FIELD_KINDS = ['NUMBER', 'TEXT', 'LIST', 'DATE', 'OBJECT'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** OCR languages. */
export const OCR_LANGUAGES = [
  'eng',
  'spa',
  'fra',
  'deu',
  'por',
  'ita',
  'ara',
  'jpn',
  'chi_sim',
  'hin',
] as const;

/** Default folders of scripts, which they cannot leave. */
export const DEFAULT_PATH_IN = '/data/input/';
export const DEFAULT_PATH_OUT = '/data/output/';
