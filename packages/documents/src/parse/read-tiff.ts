import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas';
import UTIF from 'utif2';
import { DocumentError } from '../document-error.js';
import type { OnProgress, PageText, ReadOptions } from '../protocol.js';
import {
  canvasAsPng,
  checkImageSize,
  damagedImage,
  OCR_PIXELS,
  scaleDown,
  turn,
  type QuarterTurns,
} from './image.js';
import { readByOcr, type OcrSession } from './read-by-ocr.js';

/** Tags of TIFF 6.0. */
const [WIDTH, HEIGHT, BITS, SAMPLES, SUBFILE, ORIENTATION] = ['t256', 't257', 't258', 't277', 't254', 't274'];
/** Bytes that decoding a page may take before it is turned into pixels. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;
const MAX_PAGES = 2_000;

type Directory = ReturnType<typeof UTIF.decode>[number];

/**
 * The pages of a TIFF, by OCR if requested, as of a scanned PDF.
 * @throws DocumentError `too-large`, `damaged`.
 */
export async function readTiff(
  file: { name: string; bytes: Uint8Array },
  options: ReadOptions,
  ocr: OcrSession,
  onProgress: OnProgress,
): Promise<{ pageCount: number; pages: PageText[] }> {
  const { name, bytes } = file;
  const directories = openTiff(name, bytes);
  const pages: PageText[] = [];
  const { from, to } = options.pages ?? { from: 1, to: directories.length };
  const end = Math.min(to, directories.length, from - 1 + (options.maxPages ?? Infinity));
  let ocrPagesLeft = options.ocr === true ? (options.maxOcrPages ?? Infinity) : 0;
  for (let page = from; page <= end; page += 1) {
    onProgress('parse');
    if (ocrPagesLeft <= 0) {
      pages.push({ page, text: '', ocrUsed: false });
      continue;
    }
    ocrPagesLeft -= 1;
    const canvas = scaleDown(drawPage(name, bytes, directories, page), OCR_PIXELS);
    onProgress('ocr');
    pages.push(await readByOcr({ name, page }, canvas, ocr));
  }
  return { pageCount: directories.length, pages };
}

/** A page of a TIFF as PNG. @throws DocumentError `too-large`, `damaged` (also for a missing page). */
export const tiffAsPng = (name: string, bytes: Uint8Array, page: number, maxSide: number): Uint8Array =>
  canvasAsPng(drawPage(name, bytes, openTiff(name, bytes), page), maxSide);

function openTiff(name: string, bytes: Uint8Array): Directory[] {
  checkChain(name, bytes);
  let directories: Directory[];
  try {
    directories = UTIF.decode(bufferOf(bytes));
  } catch (error) {
    throw damagedImage(name, error);
  }
  // Reduced copies of a page, and its masks, are no pages.
  const pages = directories.filter(
    (each) => numberOf(each, WIDTH) > 0 && (numberOf(each, SUBFILE) & 5) === 0,
  );
  if (pages.length === 0) throw damagedImage(name);
  return pages;
}

const ENTRY_BYTES = 12;

/** Counts the pages before they are read: each names the next one, which may be itself. */
function checkChain(name: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    let count = 0;
    for (let at = view.getUint32(4, isLittle); at !== 0; count += 1) {
      if (count >= MAX_PAGES)
        throw new DocumentError(
          'too-large',
          `${name} has more than ${MAX_PAGES.toLocaleString('en')} pages.`,
        );
      at = view.getUint32(at + 2 + view.getUint16(at, isLittle) * ENTRY_BYTES, isLittle);
    }
  } catch (error) {
    if (error instanceof RangeError) throw damagedImage(name, error);
    throw error;
  }
}

function drawPage(name: string, bytes: Uint8Array, directories: readonly Directory[], page: number): Canvas {
  const directory = directories[page - 1];
  if (directory === undefined) throw damagedImage(name);
  const size = { width: numberOf(directory, WIDTH), height: numberOf(directory, HEIGHT) };
  checkImageSize(name, size);
  const bits = (numberOf(directory, BITS) || 1) * (numberOf(directory, SAMPLES) || 1);
  if ((size.width * size.height * bits) / 8 > MAX_DECODED_BYTES)
    throw new DocumentError('too-large', `${name} needs too much memory to read. Save it as JPEG or PNG.`);
  try {
    // A copy, which goes with its pixels.
    const decoded = { ...directory };
    UTIF.decodeImage(bufferOf(bytes), decoded);
    const pixels = UTIF.toRGBA8(decoded);
    const { width, height } = decoded;
    const canvas = createCanvas(width, height);
    canvas
      .getContext('2d')
      .putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer as ArrayBuffer), width, height), 0, 0);
    return turn(onWhite(canvas), TURNS[numberOf(directory, ORIENTATION)] ?? 0);
  } catch (error) {
    throw damagedImage(name, error);
  }
}

/** Orientations without mirroring. */
const TURNS: Readonly<Record<number, QuarterTurns>> = { 3: 2, 6: 1, 8: 3 };

function onWhite(canvas: Canvas): Canvas {
  const context = canvas.getContext('2d');
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function numberOf(directory: Directory, tag: string | undefined): number {
  const value = tag === undefined ? undefined : directory[tag];
  return Array.isArray(value) ? Number(value[0]) || 0 : 0;
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
