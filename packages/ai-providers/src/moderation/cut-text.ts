/** Cuts a text into pieces of at most so many UTF-16 units, at a line's end where there is one, else at a blank. */
export function cutText(text: string, mostUnits: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > mostUnits) {
    const to = goodEnd(text, from, from + mostUnits);
    pieces.push(text.slice(from, to));
    from = to;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function goodEnd(text: string, from: number, latest: number): number {
  const earliest = from + Math.floor((latest - from) / 2);
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, latest - 1) + 1;
    if (at > earliest) return at;
  }
  // Not between the two halves of one character.
  const isHalf = /[\ud800-\udbff]/.test(text[latest - 1] ?? '');
  return isHalf ? latest - 1 : latest;
}
