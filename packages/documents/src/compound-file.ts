/** What an OLE compound file holds: the old formats of Office, and new documents with a password. */
export type CompoundContent = 'encrypted' | 'doc' | 'xls' | 'ppt' | 'msg' | 'unknown';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** A directory entry (MS-CFB, 2.6.1): a name of 32 UTF-16 characters, and its length in bytes with the final zero. */
const ENTRY_BYTES = 128;
const LENGTH_OFFSET = 64;

/** Streams that only one kind of document has. */
const STREAMS: readonly (readonly [stream: string, content: CompoundContent])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'msg'],
];

/** What a compound file holds; null if it is none. */
export function compoundContent(bytes: Uint8Array): CompoundContent | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  return STREAMS.find(([stream]) => hasStream(file, stream))?.[1] ?? 'unknown';
}

function hasStream(file: Buffer, stream: string): boolean {
  const name = Buffer.from(`${stream}\0`, 'utf16le');
  // Sectors, and so the entries in them, begin at multiples of an entry's size.
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
    const isEntry = at % ENTRY_BYTES === 0 && at + ENTRY_BYTES <= file.length;
    if (isEntry && file.readUInt16LE(at + LENGTH_OFFSET) === name.length) return true;
  }
  return false;
}
