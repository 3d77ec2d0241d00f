import type { Canvas } from '@napi-rs/canvas';

/**
 * An opaque image as a portable gray map (PGM, `P5`), which the OCR engine takes without decoding: encoding a page as
 * PNG takes longer than drawing it.
 */
export function toGrayMap(canvas: Canvas): Buffer {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const map = Buffer.alloc(header.length + width * height);
  header.copy(map);
  let from = 0;
  // Rec. 601 luma, in 256ths.
  for (let to = header.length; to < map.length; to += 1, from += 4) {
    map[to] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8;
  }
  return map;
}
