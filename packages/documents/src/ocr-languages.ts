import { DocumentError } from './document-error.js';

/** Languages whose OCR data are installed with this package. */
export const OCR_LANGUAGES: readonly string[] = ['eng', 'spa'];

/** @throws DocumentError `language` if one is not installed: the OCR engine would wait for it forever. */
export function checkLanguages(langs: readonly string[]): void {
  const unknown = langs.find((lang) => !OCR_LANGUAGES.includes(lang));
  if (unknown === undefined) return;
  throw new DocumentError(
    'language',
    `OCR has no language ${JSON.stringify(unknown)}. It has ${OCR_LANGUAGES.join(', ')}.`,
  );
}
