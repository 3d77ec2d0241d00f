/** The copied content: text, or text with HTML for word processors and mail programs. */
export type Copied = string | { text: string; html: string };

/** Writes to the clipboard. Returns false if the browser does not allow it. */
export async function writeClipboard(copied: Copied): Promise<boolean> {
  const { text, html } = typeof copied === 'string' ? { text: copied, html: null } : copied;
  try {
    if (html === null) await navigator.clipboard.writeText(text);
    else {
      const part = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
      await navigator.clipboard.write([
        new ClipboardItem({ ...part('text/plain', text), ...part('text/html', html) }),
      ]);
    }
    return true;
  } catch {
    // The clipboard API requires https or localhost, and the browser may refuse it.
    return copySelection(text, html);
  }
}

/** Copies through a selection, like Ctrl+C, which browsers also allow on plain http. */
function copySelection(text: string, html: string | null): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.setAttribute('aria-hidden', 'true');
  // Safari copies only visible elements. `pre` keeps line breaks.
  holder.style.cssText =
    'position:fixed;inset-block-start:0;clip-path:inset(50%);white-space:pre;user-select:text;-webkit-user-select:text';
  const copyExactly = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.body.append(holder);
  document.addEventListener('copy', copyExactly, true);
  try {
    selection.removeAllRanges();
    const range = document.createRange();
    range.selectNodeContents(holder);
    selection.addRange(range);
    // Deprecated, but the only way without the clipboard API.
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', copyExactly, true);
    holder.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}
