import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas';
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

/** Longer side of a letter or A4 page at 300 dpi, for which the OCR engine is made; more only takes time. */
export const OCR_PIXELS = 3_500;

/**
 * Decodes an image for OCR: upright by its EXIF orientation, on white, and at most as large as a page at 300 dpi.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function canvasForOcr(name: string, bytes: Uint8Array): Promise<Canvas> {
  checkImageSize(name, imageSize(bytes));
  try {
    return drawOnWhite(await loadImage(Buffer.from(bytes)), OCR_PIXELS);
  } catch (error) {
    throw damagedImage(name, error);
  }
}

/** Scaled down if its longer side exceeds `maxSide` pixels. */
export function scaleDown(canvas: Canvas, maxSide: number): Canvas {
  return Math.max(canvas.width, canvas.height) <= maxSide ? canvas : drawOnWhite(canvas, maxSide);
}

/** Transparent parts would be black. */
function drawOnWhite(image: Image | Canvas, maxSide: number): Canvas {
  const canvas = scaledCanvas(image, maxSide);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function scaledCanvas({ width, height }: { width: number; height: number }, maxSide: number): Canvas {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}

/** Quarter turns, clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export function turn(image: Canvas, turns: QuarterTurns): Canvas {
  if (turns === 0) return image;
  const isOnItsSide = turns % 2 === 1;
  const canvas = isOnItsSide
    ? createCanvas(image.height, image.width)
    : createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(image, -image.width / 2, -image.height / 2);
  return canvas;
}

/**
 * An image as PNG, scaled down if its longer side exceeds `maxSide` pixels.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function imageAsPng(name: string, bytes: Uint8Array, maxSide: number): Promise<Uint8Array> {
  checkImageSize(name, imageSize(bytes));
  try {
    const image = await loadImage(Buffer.from(bytes));
    return canvasAsPng(image, maxSide);
  } catch (error) {
    throw damagedImage(name, error);
  }
}

/** A decoded image as PNG, scaled down if its longer side exceeds `maxSide` pixels. */
export function canvasAsPng(image: Image | Canvas, maxSide: number): Uint8Array {
  const canvas = scaledCanvas(image, maxSide);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return toPng(canvas);
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
