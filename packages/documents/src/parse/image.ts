import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import { DocumentError } from '../document-error.js';
import { MAX_PIXELS } from '../limits.js';
import { imageSize } from './picture-size.js';

/** Rejects images that would exhaust memory when decoded. @throws DocumentError `too-large`, `damaged`. */
export function checkImageSize(name: string, size: { width: number; height: number } | null): void {
  if (size === null || size.width < 1 || size.height < 1) throw damagedImage(name);
  if (size.width * size.height > MAX_PIXELS) {
    throw new DocumentError(
      'too-large',
      `${name} is too large: ${size.width} × ${size.height} pixels (at most ${MAX_PIXELS / 1e6} million).`,
    );
  }
}

/**
 * The start of most cameras' EXIF data, which has the orientation. The OCR engine rotates only photos with the other
 * byte order (`MM`).
 */
const LITTLE_ENDIAN_EXIF = Buffer.from('Exif\0\0II');

/**
 * Prepares an image for OCR: PNG and JPEG as they are, WebP as PNG; rotates photos upright.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function imageForOcr(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const size = imageSize(bytes);
  checkImageSize(name, size);
  try {
    // Always decoded: a damaged image would crash the OCR engine.
    const image = await loadImage(Buffer.from(bytes));
    const mayBeTurned = Buffer.from(bytes.subarray(0, 1_024)).includes(LITTLE_ENDIAN_EXIF);
    if (size?.format !== 'webp' && !mayBeTurned) return bytes;
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return mayBeTurned ? canvas.encodeSync('jpeg', 95) : toPng(canvas);
  } catch (error) {
    throw damagedImage(name, error);
  }
}

/**
 * An image as PNG, scaled down if its longer side exceeds `maxSide` pixels.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function imageAsPng(name: string, bytes: Uint8Array, maxSide: number): Promise<Uint8Array> {
  checkImageSize(name, imageSize(bytes));
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
    throw damagedImage(name, error);
  }
}

/**
 * The canvas as PNG. Not with `encode`, which works on another thread without a reference to the canvas: if it is
 * garbage-collected, the process crashes (github.com/Brooooooklyn/canvas/issues/1312).
 */
export const toPng = (canvas: Canvas): Uint8Array => canvas.encodeSync('png');

/** An image that cannot be decoded. */
export function damagedImage(name: string, cause?: unknown): DocumentError {
  return new DocumentError('damaged', `${name} is damaged: the image cannot be decoded.`, { cause });
}
