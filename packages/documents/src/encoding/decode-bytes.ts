/**
 * The text that bytes stand for in an encoding, without its byte-order mark. In two steps, as of a stream: in one, Node
 * 20.20 and others read Windows-1252 as Latin-1, and `“`, `–` and `€` become control characters.
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
