/** Cuts the cursor mark `‸` out of a script. */
export function withCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('‸');
  if (offset < 0) throw new Error('The script has no cursor mark');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
