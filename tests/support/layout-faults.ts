/**
 * Runs inside a page, at one size of its window: what no reader should meet. Each fault is a sentence that names the
 * element. It must stand by itself, since the browser gets its text alone. What `exclude` selects is left out.
 */
export function layoutFaults(exclude: readonly string[]): string[] {
  const isLeftOut = (element: Element): boolean => exclude.some((each) => element.closest(each) !== null);
  const faults: string[] = [];
  const nameOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const text = element.getAttribute('aria-label') ?? label ?? element.textContent;
    return `<${element.tagName.toLowerCase()}> "${text.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // Not what lies in a closed disclosure: it has a box, but is not drawn.
    const isDrawn = element.checkVisibility({ visibilityProperty: true });
    return width > 2 && height > 2 && isDrawn && style.pointerEvents !== 'none';
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const widest = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && isShown(element),
    );
    faults.push(
      `The page is ${String(scrollWidth)} px wide in a window of ${String(clientWidth)}: ${widest ? nameOf(widest) : '?'}`,
    );
  }

  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (isLeftOut(control) || !isShown(control) || control.closest('[inert], [aria-hidden=true]')) continue;
    if (control.matches(':disabled')) control.scrollIntoView({ block: 'nearest' });
    else control.focus();
    // A row that scrolls sideways shows the half of what gets the focus.
    if (control.getBoundingClientRect().right > innerWidth)
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // A link that breaks over two lines has its center beside it: its first line counts.
    const box = control.getClientRects()[0];
    if (!box || box.bottom < 0) continue;
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, innerHeight - box.top) / 2];
    const hit = document.elementFromPoint(x, y);
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    const isHit = hit !== null && (control.contains(hit) || label?.contains(hit) === true);
    if (!isHit)
      faults.push(
        `${nameOf(control)} is covered by ${hit ? nameOf(hit) : 'nothing: it is outside the window'}`,
      );
  }

  for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
    if (isLeftOut(element)) continue;
    const hasOwnText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim() !== '',
    );
    if (!hasOwnText || !isShown(element) || element.matches('textarea, input, select, option')) continue;
    const style = getComputedStyle(element);
    const text = document.createRange();
    text.selectNodeContents(element);
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    const letters = element.textContent.trim().length;
    if (lines >= 4 && letters / lines < 6)
      faults.push(`${nameOf(element)} is folded to ${String(lines)} lines of a few letters`);
    const isWide =
      style.overflowX !== 'visible' &&
      style.overflowX !== 'auto' &&
      element.scrollWidth > element.clientWidth + 1;
    // Text clamped to some lines ends with an ellipsis, but a taller box shows the lines below it.
    const isClamped = style.webkitLineClamp !== 'none';
    const linesHigh = Number(style.webkitLineClamp) * parseFloat(style.lineHeight);
    if (isClamped && element.clientHeight > linesHigh + 1 && lines > Number(style.webkitLineClamp))
      faults.push(`${nameOf(element)} goes on below its ellipsis`);
    const isHigh = isClamped && element.scrollHeight > element.clientHeight + 1;
    if (!isWide && !isHigh) continue;
    if (isWide && style.textOverflow !== 'ellipsis') faults.push(`${nameOf(element)} is cut off`);
    else if (element.closest('[title]') === null)
      faults.push(`${nameOf(element)} is shortened and has no title`);
  }
  return faults;
}
