import mammoth from 'mammoth';
import { DocumentError } from '../document-error.js';
import { MAX_UNPACKED_BYTES } from '../limits.js';
import { checkZip, ZipError } from '../zip-size.js';

/**
 * The text of a Word document, a paragraph a line, with an empty line between.
 * @throws DocumentError `too-large` (when unpacked), `damaged`.
 */
export async function readDocx(name: string, bytes: Uint8Array): Promise<string> {
  try {
    const entries = await checkZip(bytes, MAX_UNPACKED_BYTES);
    // Word on the web and SharePoint name it document2.xml, and so on.
    if (!entries.some((entry) => /^word\/document\d*\.xml$/.test(entry))) throw new ZipError('invalid');
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    return value;
  } catch (error) {
    if (error instanceof ZipError && error.problem === 'too-large') {
      throw new DocumentError('too-large', `${name} is too large: it unpacks to over 100 MB.`, {
        cause: error,
      });
    }
    throw new DocumentError('damaged', `${name} is damaged or not a Word document.`, { cause: error });
  }
}
