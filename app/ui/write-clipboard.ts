/** Writes text to the clipboard. Returns false if the browser does not allow it. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API requires https or localhost, and the browser may refuse it.
    return copySelection(text);
  }
}

/** Copies through a selection, like Ctrl+C, which browsers also allow on plain http. */
function copySelection(text: string): boolean {
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
