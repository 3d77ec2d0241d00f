import { pictureSize } from '@promptwell/documents/picture-size';
import type { Picture } from './attachment';

/** The server refuses larger ones as well: a small file can declare a picture that fills the memory. */
const MAX_MEGAPIXELS = 60;
/** Vendors shrink larger pictures anyway, and count more for them. */
const MAX_SIDE_PIXELS = 2_048;
const MAX_BYTES = 4 * 1024 * 1024;
const BEGINNING_BYTES = 256 * 1024;

/**
 * A picture as vendors take it, made smaller where that loses nothing, and drawn anew: upright, without what a camera
 * writes into its photos, such as the place. Its bytes say what it is, whatever its name does.
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
    // A GIF may move, and no camera makes one.
    if (size.format === 'gif') return { base64: await readBase64(file), mimeType: 'image/gif' };
    const isLarge = Math.max(size.width, size.height) > MAX_SIDE_PIXELS || file.size > MAX_BYTES;
    const drawn = await draw(bitmap, size.format === 'png' && !isLarge ? 'image/png' : 'image/jpeg');
    // What was a PNG of few colors may have become larger than vendors take.
    const sent = drawn.size > MAX_BYTES ? await draw(bitmap, 'image/jpeg') : drawn;
    return { base64: await readBase64(sent), mimeType: sent.type };
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t render images.');
  // JPEG has no transparency; on black, dark print would be lost.
  if (type === 'image/jpeg') {
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser can’t render images.'))),
      type,
      0.92,
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
