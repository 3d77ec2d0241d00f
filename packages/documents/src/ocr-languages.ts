import { DocumentError } from './document-error.js';

/** Languages whose OCR data are installed with this package, and their English names. */
export const OCR_LANGUAGE_NAMES = {
  eng: 'English',
  spa: 'Spanish',
  fra: 'French',
  deu: 'German',
  por: 'Portuguese',
  ita: 'Italian',
  ara: 'Arabic',
  jpn: 'Japanese',
  chi_sim: 'Chinese (simplified)',
  hin: 'Hindi',
} as const;

export type OcrLanguage = keyof typeof OCR_LANGUAGE_NAMES;

export const OCR_LANGUAGES = Object.keys(OCR_LANGUAGE_NAMES) as readonly OcrLanguage[];

const isOcrLanguage = (code: string): code is OcrLanguage => Object.hasOwn(OCR_LANGUAGE_NAMES, code);

/** `English and Spanish`. */
export const nameLanguages = (langs: readonly string[]): string =>
  new Intl.ListFormat('en').format(
    langs.map((lang) => (isOcrLanguage(lang) ? OCR_LANGUAGE_NAMES[lang] : lang)),
  );

/** @throws DocumentError `language` if one is not installed: the OCR engine would wait for it forever. */
export function checkLanguages(langs: readonly string[]): void {
  const unknown = langs.find((lang) => !isOcrLanguage(lang));
  if (unknown === undefined) return;
  throw new DocumentError(
    'language',
    `OCR has no language ${JSON.stringify(unknown)}. It has ${OCR_LANGUAGES.join(', ')}.`,
  );
}
