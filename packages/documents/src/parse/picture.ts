import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import { DocumentError } from '../document-error.js';
import { MAX_PIXELS } from '../limits.js';
import { pictureSize } from './picture-size.js';

/** Refuses pictures that would fill the memory when unpacked. @throws DocumentError `too-large`, `damaged`. */
export function checkPictureSize(name: string, size: { width: number; height: number } | null): void {
  if (size === null || size.width < 1 || size.height < 1) throw damagedPicture(name);
  if (size.width * size.height > MAX_PIXELS) {
    throw new DocumentError(
      'too-large',
      `${name} is too large: ${size.width} × ${size.height} pixels (at most ${MAX_PIXELS / 1e6} million).`,
    );
  }
}

/**
 * How most cameras begin what they say of a photo, such as how it was held. The OCR engine turns only photos upright whose
 * camera counts the other way round (`MM`).
 */
const LITTLE_ENDIAN_EXIF = Buffer.from('Exif\0\0II');

/**
 * A picture in a form that OCR takes: PNG and JPEG as they are, WebP as PNG; a photo that was held sideways, upright.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function pictureForOcr(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const size = pictureSize(bytes);
  checkPictureSize(name, size);
  try {
    // Decoded in any case: a broken picture would take the OCR engine down.
    const image = await loadImage(Buffer.from(bytes));
    const mayBeTurned = Buffer.from(bytes.subarray(0, 1_024)).includes(LITTLE_ENDIAN_EXIF);
    if (size?.format !== 'webp' && !mayBeTurned) return bytes;
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return mayBeTurned ? canvas.encodeSync('jpeg', 95) : toPng(canvas);
  } catch (error) {
    throw damagedPicture(name, error);
  }
}

/**
 * A picture as PNG, made smaller where its longer side has more pixels than `maxSide`.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function pictureAsPng(name: string, bytes: Uint8Array, maxSide: number): Promise<Uint8Array> {
  checkPictureSize(name, pictureSize(bytes));
  try {
    const image = await loadImage(Buffer.from(bytes));
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    );
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return toPng(canvas);
  } catch (error) {
    throw damagedPicture(name, error);
  }
}

/**
 * What was drawn, as PNG. Not by `encode`, which works on another thread and does not hold the canvas: collected
 * meanwhile, it ends the process (github.com/Brooooooklyn/canvas/issues/1312).
 */
export const toPng = (canvas: Canvas): Uint8Array => canvas.encodeSync('png');

/** A picture that no decoder takes. */
export function damagedPicture(name: string, cause?: unknown): DocumentError {
  return new DocumentError('damaged', `${name} is damaged: the image cannot be decoded.`, { cause });
}
