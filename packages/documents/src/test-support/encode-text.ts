/** The bytes that an encoding's own decoder reads as the text; one or two to a character. Node itself can only decode. */
export function encoded(text: string, encoding: string): Buffer {
  const bytesOf = tableOf(encoding);
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? missing(character)));
}

function missing(character: string): never {
  throw new Error(`There is no ${character} in this encoding.`);
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const decode = (bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes, { stream: true });
  const bytesOf = new Map<string, readonly number[]>();
  for (let first = 0xff; first >= 0x80; first -= 1) {
    for (let second = 0xff; second >= 0x40; second -= 1) {
      bytesOf.set(decode(Uint8Array.of(first, second)), [first, second]);
    }
  }
  for (let byte = 0xff; byte >= 0; byte -= 1) bytesOf.set(decode(Uint8Array.of(byte)), [byte]);
  tables.set(encoding, bytesOf);
  return bytesOf;
}
