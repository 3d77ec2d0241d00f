/** Counts opening tags of one name, with or without prefix, in streamed XML. */
export function countTags(name: string): { add(piece: Buffer): void; readonly count: number } {
  const tag = new RegExp(`<(?:\\w+:)?${name}[\\s/>]`, 'gu');
  let count = 0;
  let rest = '';
  return {
    add(piece) {
      const text = rest + piece.toString('latin1');
      count += text.match(tag)?.length ?? 0;
      // A tag may be split across chunks.
      const open = text.lastIndexOf('<');
      rest = open >= 0 && !/[\s/>]/u.test(text.slice(open)) ? text.slice(open) : '';
    },
    get count() {
      return count;
    },
  };
}
