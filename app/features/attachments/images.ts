import { imageSize } from '@promptwell/documents/picture-size';
import type { Picture } from './attachment';

/** The server has the same limit: a small file can declare an image that exhausts memory. */
const MAX_MEGAPIXELS = 60;
/** Vendors shrink larger images anyway, and charge more tokens for them. */
const MAX_SIDE_PIXELS = 2_048;
const MAX_BYTES = 4 * 1024 * 1024;
const BEGINNING_BYTES = 256 * 1024;

/**
 * Re-encodes an image for vendors: downscaled if large, upright, and without EXIF data such as the location. The format
 * is detected from the bytes, not the name.
 * @throws Error with a message that names the file
 */
export async function readImage(file: Blob, name: string): Promise<Picture> {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  const size = imageSize(beginning) ?? imageSize(new Uint8Array(await file.arrayBuffer()));
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
    // GIFs may be animated, and have no camera metadata.
    if (size.format === 'gif') return { base64: await readBase64(file), mimeType: 'image/gif' };
    const isLarge = Math.max(size.width, size.height) > MAX_SIDE_PIXELS || file.size > MAX_BYTES;
    const drawn = await draw(
      bitmap,
      ['png', 'bmp'].includes(size.format) && !isLarge ? 'image/png' : 'image/jpeg',
    );
    // A PNG with few colors may have grown beyond the vendors' limit.
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
  // JPEG has no transparency; on black, dark text would be lost.
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

/** A blob as base64, without the data URL prefix. */
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
