/** The size an image's header declares. */
export interface ImageSize {
  readonly format: 'png' | 'jpeg' | 'webp' | 'gif';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads an image's size from its header, without decoding it; null without a header of PNG (ISO 15948), JPEG (ITU
 * T.81), WebP (RFC 9649) or GIF (GIF89a).
 */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngSize(view) ?? jpegSize(view) ?? webpSize(view) ?? gifSize(view);
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
