/**
 * Decodes bytes, without their byte-order mark. Done in two steps, like a stream: in one step, Node 20.20 and others
 * decode Windows-1252 as Latin-1, and `“`, `–` and `€` become control characters.
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
