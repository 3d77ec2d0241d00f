import { createRequire } from 'node:module';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { checkImageSize, damagedImage } from './image.js';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (result: unknown) => void,
  ): void;
  free?(): void;
}

interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

let libheif: Libheif | null = null;

/** The decoder is large: loaded with the first HEIC. */
function loadLibheif(): Libheif {
  libheif ??= createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  return libheif;
}

/**
 * Decodes the first image of a HEIC file.
 * @throws DocumentError `damaged`, `too-large`.
 */
export async function decodeHeic(name: string, bytes: Uint8Array): Promise<Canvas> {
  const { HeifDecoder } = loadLibheif();
  const images = new HeifDecoder().decode(bytes);
  const [image] = images;
  if (image === undefined) throw damagedImage(name);
  const width = image.get_width();
  const height = image.get_height();
  checkImageSize(name, { width, height });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  await new Promise<void>((resolve, reject) => {
    image.display({ data: pixels.data, width, height }, (result) => {
      if (result === null || result === undefined) reject(damagedImage(name));
      else resolve();
    });
  });
  context.putImageData(pixels, 0, 0);
  for (const each of images) each.free?.();
  return canvas;
}
