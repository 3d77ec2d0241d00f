import { OCR_LANGUAGE_NAMES } from '@promptwell/documents/ocr-languages';

/** OCR languages by the language tags of browsers. */
const CODES: Readonly<Record<string, keyof typeof OCR_LANGUAGE_NAMES>> = {
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  de: 'deu',
  pt: 'por',
  it: 'ita',
  ar: 'ara',
  ja: 'jpn',
  zh: 'chi_sim',
  hi: 'hin',
};

/** The first of the user's languages that OCR reads, along with English. */
export function ownOcrLanguages(tags: readonly string[] = browserLanguages()): string {
  const own = tags.map((tag) => CODES[tag.slice(0, 2).toLowerCase()]).find((code) => code !== undefined);
  return own === undefined || own === 'eng' ? 'eng' : `${own},eng`;
}

const browserLanguages = (): readonly string[] =>
  typeof navigator === 'undefined' ? [] : navigator.languages;

const isKnown = (code: string): code is keyof typeof OCR_LANGUAGE_NAMES =>
  Object.hasOwn(OCR_LANGUAGE_NAMES, code);

/** `Spanish and English`. */
export const nameOcrLanguages = (langs: readonly string[]): string =>
  new Intl.ListFormat('en').format(langs.map((code) => (isKnown(code) ? OCR_LANGUAGE_NAMES[code] : code)));

/** Languages to choose from: each by itself and with English, as on forms and in papers. */
export const OCR_LANGUAGE_OPTIONS: readonly string[] = Object.keys(OCR_LANGUAGE_NAMES).flatMap((code) =>
  code === 'eng' ? [code] : [code, `${code},eng`],
);
