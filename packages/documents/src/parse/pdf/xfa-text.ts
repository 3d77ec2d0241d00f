import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An element of a dynamic form, as pdf.js lays it out. */
interface XfaNode {
  name?: string;
  value?: string;
  attributes?: {
    value?: string;
    textContent?: string;
    checked?: boolean;
    selected?: boolean;
    type?: string;
    'aria-label'?: string;
  };
  children?: (XfaNode | null)[];
}

/** The labels and values of a dynamic form's page, one a line. */
export async function xfaText(page: PDFPageProxy): Promise<string> {
  const root: XfaNode | null = await page.getXfa();
  const lines: string[] = [];
  if (root !== null) collect(root, lines);
  return lines
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function collect({ name, value, attributes = {}, children = [] }: XfaNode, lines: string[]): void {
  if (name === 'input') {
    const { type, checked, value: typed = '' } = attributes;
    const isBox = type === 'checkbox' || type === 'radio';
    lines.push(isBox ? (checked ? '☒' : '☐') : typed);
  } else if (name === 'option') {
    if (attributes.selected) lines.push(value ?? '');
  } else {
    lines.push(attributes.textContent ?? value ?? '');
  }
  for (const child of children) if (child !== null) collect(child, lines);
}
