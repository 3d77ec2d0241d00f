import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A form field or text annotation, as reported by pdf.js. */
interface Annotation {
  subtype?: string;
  fieldName?: string;
  /** The field's description for readers. */
  alternativeText?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  password?: boolean;
  /** For a radio button: the value of its group when it is selected. */
  buttonValue?: string | null;
  contentsObj?: { str?: string };
}

/**
 * The text of a page, followed by its filled form fields and text annotations, one per line, which are not part of the
 * text layer. Empty for a scan, where OCR reads those as well. Runs in browsers and on the server.
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
  const filled = ((await page.getAnnotations()) as Annotation[]).flatMap(formValues);
  return filled.length === 0 ? layer : `${layer}\n\n${filled.join('\n')}`;
}

function formValues(annotation: Annotation): string[] {
  const { subtype, fieldName = '', alternativeText = '', fieldValue, contentsObj } = annotation;
  if (subtype === 'FreeText') return [contentsObj?.str?.trim() ?? ''].filter((text) => text !== '');
  if (subtype !== 'Widget' || annotation.pushButton || annotation.password) return [];
  if (annotation.checkBox && fieldValue === 'Off') return [];
  if (annotation.radioButton && fieldValue !== annotation.buttonValue) return [];
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const value = values.filter((each) => typeof each === 'string' && each.trim() !== '').join(', ');
  return value === '' ? [] : [`${alternativeText || fieldName}: ${value}`];
}
