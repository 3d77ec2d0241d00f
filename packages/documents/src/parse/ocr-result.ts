import { nameLanguages } from '../ocr-languages.js';
import type { OcrSummary, PageText } from '../protocol.js';

/** Pages that OCR found words on, but too uncertain ones. */
const isUnsure = ({ text, confidence = 0 }: PageText): boolean => text === '' && confidence > 0;

/** How OCR read these pages, weighted by the length of their texts. */
export function summarizeOcr(pages: readonly PageText[]): OcrSummary | null {
  const read = pages.filter(({ text, confidence }) => confidence !== undefined && text !== '');
  const characters = read.reduce((sum, { text }) => sum + text.length, 0);
  if (characters === 0) return null;
  const weighted = read.reduce((sum, { text, confidence = 0 }) => sum + text.length * confidence, 0);
  const langs = new Set(read.flatMap((page) => page.langs ?? []));
  return { langs: [...langs], confidence: Math.round(weighted / characters) };
}

/** What OCR could not read well, and what to do; null if there is nothing to say. */
export function describeUnsure(
  name: string,
  pages: readonly PageText[],
  langs: readonly string[],
): string | null {
  const unsure = pages.filter(isUnsure);
  const [first] = unsure;
  if (first === undefined) return null;
  const numbers = new Intl.ListFormat('en').format(unsure.map(({ page }) => String(page)));
  const what = pages.length === 1 ? name : `Page${unsure.length === 1 ? '' : 's'} ${numbers} of ${name}`;
  const percent = Math.round(unsure.reduce((most, { confidence = 0 }) => Math.max(most, confidence), 0));
  return (
    `${what} couldn’t be read well: OCR in ${nameLanguages(langs)} is only ${percent}% sure. ` +
    'Send it as an image, choose another OCR language, or use a sharper scan.'
  );
}
