/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard API, except on this machine; and a browser may refuse it.
    return copySelection(text);
  }
}

/** Copies by a selection, as Ctrl+C does: browsers allow that on plain http, too. */
function copySelection(text: string): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.setAttribute('aria-hidden', 'true');
  // In sight, or Safari copies nothing; and exactly as it is, line breaks included.
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
    // Deprecated, and the only way where there is no clipboard API.
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', copyExactly, true);
    holder.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}
