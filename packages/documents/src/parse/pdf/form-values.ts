import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A form field or text annotation, as reported by pdf.js. */
interface Annotation {
  id?: string;
  subtype?: string;
  fieldType?: string;
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

/** What was filled into a page's form fields, typed onto it, or signed, one entry a line. */
export async function formValues(page: PDFPageProxy): Promise<string[]> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const values = annotations.flatMap(valueOf);
  const isSigned = annotations.some(({ fieldType }) => fieldType === 'Sig');
  return isSigned ? [...values, ...(await signatureTexts(page, annotations))] : values;
}

function valueOf(annotation: Annotation): string[] {
  const { subtype, fieldName = '', alternativeText = '', fieldValue, contentsObj } = annotation;
  if (subtype === 'FreeText') return [contentsObj?.str?.trim() ?? ''].filter((text) => text !== '');
  if (subtype !== 'Widget' || annotation.pushButton || annotation.password) return [];
  if (annotation.checkBox && fieldValue === 'Off') return [];
  if (annotation.radioButton && fieldValue !== annotation.buttonValue) return [];
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const value = values.filter((each) => typeof each === 'string' && each.trim() !== '').join(', ');
  return value === '' ? [] : [`${alternativeText || fieldName}: ${value}`];
}

/** What visible signatures show, such as who signed and when: it is drawn, and in no field. */
async function signatureTexts(page: PDFPageProxy, annotations: readonly Annotation[]): Promise<string[]> {
  // Loaded already: this module's caller opened the page with it.
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const signatures = new Set(annotations.flatMap(({ fieldType, id }) => (fieldType === 'Sig' ? [id] : [])));
  const texts: string[] = [];
  let words: string[] | null = null;
  for (const [index, operation] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    if (operation === OPS.beginAnnotation) words = signatures.has(args[0] as string) ? [] : null;
    else if (operation === OPS.showText) words?.push(glyphsText(args[0]));
    else if (operation === OPS.endAnnotation && words !== null) {
      const text = words.join(' ').replace(/\s+/gu, ' ').trim();
      if (text !== '') texts.push(`Signature: ${text}`);
      words = null;
    }
  }
  return texts;
}

/** Glyphs, and numbers that move them apart: in thousandths of the font's size, negative for a gap. */
function glyphsText(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return (glyphs as unknown[])
    .map((glyph) => {
      if (typeof glyph === 'number') return glyph < -200 ? ' ' : '';
      const { unicode = '' } = (glyph ?? {}) as { unicode?: string };
      return unicode;
    })
    .join('');
}
