/** The size an image's header declares. */
export interface ImageSize {
  readonly format: 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads an image's size from its header, without decoding it; null without a header of PNG (ISO 15948), JPEG (ITU
 * T.81), WebP (RFC 9649), GIF (GIF89a), BMP (its information header) or AVIF (its first `ispe` box, ISO 23008-12).
 */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return (
      pngSize(view) ?? jpegSize(view) ?? webpSize(view) ?? gifSize(view) ?? bmpSize(view) ?? avifSize(view)
    );
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngSize(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    // Any number of fill bytes may precede a marker.
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
}

function gifSize(view: DataView): ImageSize | null {
  const version = view.getUint16(4);
  if (view.getUint32(0) !== 0x47494638 || (version !== 0x3761 && version !== 0x3961)) return null;
  return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Its first header had 16 bits for each side. */
const OLD_BMP_HEADER_BYTES = 12;

function bmpSize(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== 0x424d) return null;
  const headerBytes = view.getUint32(14, true);
  if (headerBytes === OLD_BMP_HEADER_BYTES)
    return { format: 'bmp', width: view.getUint16(18, true), height: view.getUint16(20, true) };
  if (headerBytes < 40 || headerBytes > 124) return null;
  // A negative height counts from the top.
  return { format: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

const FTYP = 0x66747970;
const AVIF_BRANDS: readonly number[] = [0x61766966, 0x61766973];
const META = 0x6d657461;
const ISPE = 0x69737065;

/** The largest `ispe` box: thumbnails and masks have boxes of their own. */
function avifSize(view: DataView): ImageSize | null {
  if (view.getUint32(4) !== FTYP || !AVIF_BRANDS.includes(view.getUint32(8))) return null;
  const [start, end] = boxRange(view, META) ?? [0, 0];
  let largest: ImageSize | null = null;
  for (let at = start; at + 16 <= end; at += 1) {
    if (view.getUint32(at) !== ISPE) continue;
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (largest === null || width * height > largest.width * largest.height)
      largest = { format: 'avif', width, height };
  }
  return largest;
}

/** Where the first box of a type begins and ends, at the top level. */
function boxRange(view: DataView, type: number): [start: number, end: number] | null {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const bytes = view.getUint32(at);
    if (view.getUint32(at + 4) === type) return [at + 8, Math.min(view.byteLength, at + bytes)];
    if (bytes < 8) return null;
    at += bytes;
  }
  return null;
}

const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;

function webpSize(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return null;
  switch (view.getUint32(12)) {
    case VP8:
      return {
        format: 'webp',
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case VP8L: {
      const bits = view.getUint32(21, true);
      return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case VP8X:
      return { format: 'webp', width: getUint24(view, 24) + 1, height: getUint24(view, 27) + 1 };
    default:
      return null;
  }
}

function getUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}
