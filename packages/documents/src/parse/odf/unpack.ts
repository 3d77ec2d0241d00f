import { readXml } from '../docx/xml.js';
import { unpackParts, type ZipParts } from '../zip-parts.js';
import { ZipError } from '../../zip-size.js';

const MANIFEST = 'META-INF/manifest.xml';

/** The parts of an OpenDocument file that have text. @throws ZipError */
export async function unpackOpenDocument(bytes: Uint8Array): Promise<ZipParts> {
  const parts = await unpackParts(bytes, (entry) =>
    /^(?:META-INF\/manifest\.xml|styles\.xml|(?:Object \d+\/)?content\.xml|encrypted-package)$/u.test(entry),
  );
  if (isEncrypted(parts)) throw new ZipError('encrypted');
  if (!parts.names.includes('content.xml')) throw new ZipError('invalid');
  return parts;
}

/** A password encrypts the parts one by one, in newer programs all in one. */
function isEncrypted(parts: ZipParts): boolean {
  if (parts.names.includes('encrypted-package')) return true;
  let found = false;
  if (parts.names.includes(MANIFEST))
    readXml(parts.text(MANIFEST), {
      open(tag) {
        found ||= tag.endsWith(':encryption-data') || tag === 'encryption-data';
      },
    });
  return found;
}
