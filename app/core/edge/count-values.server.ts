const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `,` `[` and `{` each start a value, closely enough. */
const BEGINNINGS: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/**
 * Counts JSON values while chunks arrive; the function returns the count so far. Parsing time grows with the number of
 * values, not bytes, and blocks the event loop: 60 MB of images are a few values, 60 MB of empty lists thirty million.
 */
export function createValueCounter(): (chunk: Uint8Array) => number {
  let count = 0;
  let isInText = false;
  let isEscaped = false;

  /** From inside a string to after its end, or to the end of the chunk. */
  function skipText(chunk: Uint8Array, from: number): number {
    if (isEscaped) {
      isEscaped = false;
      return from + 1;
    }
    const found = chunk.indexOf(QUOTE, from);
    const end = found === -1 ? chunk.length : found;
    let slashes = 0;
    while (end - slashes > from && chunk[end - slashes - 1] === BACKSLASH) slashes += 1;
    const isQuoted = slashes % 2 === 1;
    if (found === -1) isEscaped = isQuoted;
    else isInText = isQuoted;
    return end + 1;
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (isInText) {
        at = skipText(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) isInText = true;
      else if (BEGINNINGS.has(byte)) count += 1;
      at += 1;
    }
    return count;
  };
}
