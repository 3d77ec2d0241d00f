import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What pdf.js says of a field of a form, or of a text that somebody typed onto the page. */
interface Annotation {
  subtype?: string;
  fieldName?: string;
  /** What its reader is told of the field. */
  alternativeText?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  password?: boolean;
  /** Of a radio button: the value of its group while it is the chosen one. */
  buttonValue?: string | null;
  contentsObj?: { str?: string };
}

/**
 * The text of a page, and below it what was filled into its form or typed onto it, a line each: that is no part of the text
 * layer. Empty for a scan, whose OCR reads what was filled in as well. In browsers and on the server alike.
 */
export async function pdfPageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const layer = items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  if (layer === '') return '';
  const filled = ((await page.getAnnotations()) as Annotation[]).flatMap(filledIn);
  return filled.length === 0 ? layer : `${layer}\n\n${filled.join('\n')}`;
}

function filledIn(annotation: Annotation): string[] {
  const { subtype, fieldName = '', alternativeText = '', fieldValue, contentsObj } = annotation;
  if (subtype === 'FreeText') return [contentsObj?.str?.trim() ?? ''].filter((text) => text !== '');
  if (subtype !== 'Widget' || annotation.pushButton || annotation.password) return [];
  if (annotation.checkBox && fieldValue === 'Off') return [];
  if (annotation.radioButton && fieldValue !== annotation.buttonValue) return [];
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const value = values.filter((each) => typeof each === 'string' && each.trim() !== '').join(', ');
  return value === '' ? [] : [`${alternativeText || fieldName}: ${value}`];
}
