/** A power of two, so that the table is less than half full. */
const SLOTS = 2 ** 19;
const SLOT_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const FIRST_TOKEN = SLOTS * SLOT_BYTES;

/**
 * Looks up the token between two positions of a word, given as a string with one character per byte.
 * @returns its rank: lower ranks merge first; `Infinity` if there is no such token
 */
export type RankOf = (word: string, from: number, to: number) => number;

/**
 * A serialized hash table that needs no parsing: slots with token offsets (0: empty), and the tokens by rank, each
 * prefixed by its length in a byte.
 * @public called by build.mjs, from the compiled form of this file
 */
export function buildTable(tokens: readonly Uint8Array[]): Buffer {
  const length = tokens.reduce((sum, token) => sum + 1 + token.length, 0);
  const bytes = Buffer.alloc(FIRST_TOKEN + length);
  const slots = slotsOf(bytes);
  let at = FIRST_TOKEN;
  for (const token of tokens) {
    if (token.length === 0 || token.length > 255) throw new Error('No byte says how long this token is.');
    bytes[at] = token.length;
    bytes.set(token, at + 1);
    let slot = hashOf(Buffer.from(token).toString('latin1'), 0, token.length);
    while (slots[slot] !== 0) slot = nextSlot(slot);
    slots[slot] = at;
    at += 1 + token.length;
  }
  return bytes;
}

export function openTable(bytes: Buffer): RankOf {
  const slots = slotsOf(bytes);

  function isTokenAt(at: number, word: string, from: number, to: number): boolean {
    if (bytes[at] !== to - from) return false;
    for (let offset = from; offset < to; offset += 1) {
      if (bytes[at + 1 + offset - from] !== word.charCodeAt(offset)) return false;
    }
    return true;
  }

  return (word, from, to) => {
    for (let slot = hashOf(word, from, to); ; slot = nextSlot(slot)) {
      const at = slots[slot] ?? 0;
      if (at === 0) return Infinity;
      if (isTokenAt(at, word, from, to)) return at;
    }
  };
}

const slotsOf = ({ buffer, byteOffset }: Buffer): Uint32Array => new Uint32Array(buffer, byteOffset, SLOTS);
const nextSlot = (slot: number): number => (slot + 1) % SLOTS;

/** FNV-1a, with the upper bits mixed into the lower ones. */
function hashOf(word: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % SLOTS;
}
