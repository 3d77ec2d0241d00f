import { pictureSize } from '@promptwell/documents/picture-size';
import type { Picture } from './attachment';

/** The server refuses larger ones as well: a small file can declare a picture that fills the memory. */
const MAX_MEGAPIXELS = 60;
/** Vendors shrink larger pictures anyway, and count more for them. */
const MAX_SIDE_PIXELS = 2_048;
const MAX_BYTES = 4 * 1024 * 1024;
const BEGINNING_BYTES = 256 * 1024;

/**
 * A picture as vendors take it, made smaller where that loses nothing. Its bytes say what it is, whatever its name does.
 * @throws Error with a sentence that names the file
 */
export async function readPicture(file: Blob, name: string): Promise<Picture> {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  const size = pictureSize(beginning) ?? pictureSize(new Uint8Array(await file.arrayBuffer()));
  if (!size || size.width * size.height === 0) {
    throw new Error(`${name} is damaged or isn’t an image: its content is of another type.`);
  }
  if (size.width * size.height > MAX_MEGAPIXELS * 1_000_000) {
    throw new Error(`${name} is too large: it has more than ${String(MAX_MEGAPIXELS)} megapixels.`);
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${name} is damaged: the image can’t be decoded.`);
  });
  try {
    const isLarge = Math.max(size.width, size.height) > MAX_SIDE_PIXELS || file.size > MAX_BYTES;
    if (!isLarge || size.format === 'gif') {
      return { base64: await readBase64(file), mimeType: `image/${size.format}` };
    }
    return { base64: await readBase64(await shrink(bitmap)), mimeType: 'image/jpeg' };
  } finally {
    bitmap.close();
  }
}

async function shrink(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t render images.');
  // JPEG has no transparency; on black, dark print would be lost.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser can’t render images.'))),
      'image/jpeg',
      0.9,
    );
  });
}

/** The bytes of a blob in base64, without the head of a data address. */
export const readBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error('The file can no longer be read.')));
    reader.readAsDataURL(blob);
  });
