/** Elements and attributes that word processors and mail programs understand. */
const KEPT_ATTRIBUTES = new Set(['href', 'dir', 'start', 'colspan', 'rowspan']);
const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** HTML of rendered Markdown for the clipboard: no buttons and classes, formulas as MathML. */
export function richText(rendered: Element): string {
  const copy = rendered.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const skipped of copy.querySelectorAll('[data-copy="skip"], button')) skipped.remove();
  for (const formula of copy.querySelectorAll('.formula')) {
    const math = formula.querySelector('math');
    if (math) formula.replaceWith(math);
  }
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    if (element.namespaceURI === MATH_NAMESPACE) continue;
    for (const { name } of [...element.attributes]) {
      if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name);
    }
  }
  return copy.outerHTML;
}

/** A table as tab-separated values, as spreadsheets paste them. */
export const tableText = (table: HTMLTableElement): string =>
  [...table.rows]
    .map(({ cells }) => [...cells].map((cell) => cell.innerText.replace(/\s+/gu, ' ').trim()).join('\t'))
    .join('\n');
