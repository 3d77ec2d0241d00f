import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { scaleDown } from './image.js';

/** Longer side of the image in which edges are counted. */
const COUNTED_PIXELS = 500;
/** Brightness, of 255, by which ink differs from paper; textures and shadows differ by less. */
const MIN_EDGE = 40;

/** The part of an image with most edges, as print has them; the image itself if it is not larger than `side` pixels. */
export function densestPart(canvas: Canvas, side: number): Canvas {
  if (canvas.width <= side && canvas.height <= side) return canvas;
  const small = scaleDown(canvas, COUNTED_PIXELS);
  const scale = canvas.width / small.width;
  const window = Math.max(1, Math.round(side / scale));
  const { left, top } = densestWindow(small, window);
  const part = createCanvas(Math.min(side, canvas.width), Math.min(side, canvas.height));
  const x = Math.min(left * scale, canvas.width - part.width);
  const y = Math.min(top * scale, canvas.height - part.height);
  part.getContext('2d').drawImage(canvas, -Math.round(x), -Math.round(y));
  return part;
}

function densestWindow(image: Canvas, side: number): { left: number; top: number } {
  const { width, height } = image;
  const sums = edgeSums(image);
  const [wide, high] = [Math.min(side, width), Math.min(side, height)];
  const at = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0;
  let best = { left: 0, top: 0, edges: -1 };
  const step = Math.max(1, Math.floor(side / 8));
  for (let top = 0; top + high <= height; top += step) {
    for (let left = 0; left + wide <= width; left += step) {
      const edges = at(left + wide, top + high) - at(left, top + high) - at(left + wide, top) + at(left, top);
      if (edges > best.edges) best = { left, top, edges };
    }
  }
  return best;
}

/** Edges above and to the left of each pixel: a summed-area table with an empty first row and column. */
function edgeSums(image: Canvas): Uint32Array {
  const { width, height } = image;
  const { data } = image.getContext('2d').getImageData(0, 0, width, height);
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      const green = (y * width + x) * 4 + 1;
      const before = data[x === 0 ? green : green - 4] ?? 0;
      if (Math.abs((data[green] ?? 0) - before) > MIN_EDGE) row += 1;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}
