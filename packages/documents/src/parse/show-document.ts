import { readFile } from 'node:fs/promises';
import { DocumentError } from '../document-error.js';
import type { ImageOptions } from '../protocol.js';
import { identify } from './identify.js';

/**
 * An image, or a PDF page, as PNG. Runs in the child process: previews are rendered anew, so a file's own bytes never
 * reach a browser.
 * @throws DocumentError `unsupported` for files without an image, `mismatch`, `damaged`, `too-large`, `encrypted`.
 */
export async function showDocument(
  { path, name }: { path: string; name: string },
  { page = 1, maxSide = Infinity }: ImageOptions,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(await readFile(path));
  const kind = await identify(name, bytes);
  switch (kind) {
    case 'picture': {
      const { imageAsPng } = await import('./image.js');
      return imageAsPng(name, bytes, maxSide);
    }
    case 'heic': {
      const { decodeHeic } = await import('./heic.js');
      const { canvasAsPng } = await import('./image.js');
      return canvasAsPng(await decodeHeic(name, bytes), maxSide);
    }
    case 'pdf': {
      const { showPdfPage } = await import('./read-pdf.js');
      return showPdfPage(bytes, name, page, maxSide);
    }
    case 'tiff': {
      const { tiffAsPng } = await import('./read-tiff.js');
      return tiffAsPng(name, bytes, page, maxSide);
    }
    case 'text':
    case 'html':
    case 'rtf':
    case 'mail':
    case 'docx':
    case 'odt':
    case 'slides':
    case 'sheet':
    case 'ods':
    case 'epub':
      throw new DocumentError('unsupported', `${name} has no image to show.`);
  }
}
