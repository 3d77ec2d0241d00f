/**
 * The lines of a text that comes in pieces; `\n`, `\r\n` and `\r` end a line. A line over the limit is given as its
 * first `maxCharacters + 1` characters, so that a file without line ends is never held whole.
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  maxCharacters: number,
): AsyncGenerator<string> {
  let pending = '';
  let endedWithReturn = false;
  let seen = false;
  for await (const piece of pieces) {
    seen = true;
    // `\r` at the end of one piece and `\n` at the start of the next are one line end.
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endedWithReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/u);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield (pending + line).slice(0, maxCharacters + 1);
      pending = '';
    }
    pending = (pending + last).slice(0, maxCharacters + 1);
  }
  if (seen && pending !== '') yield pending;
}
