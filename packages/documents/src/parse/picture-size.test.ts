import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { imageSize } from './picture-size.js';

test.each(['png', 'jpeg', 'webp'] as const)('the size of a %s is read from its header', (format) => {
  const canvas = createCanvas(321, 45);
  const bytes = format === 'png' ? canvas.encodeSync('png') : canvas.encodeSync(format, 80);
  expect(imageSize(bytes)).toEqual({ format, width: 321, height: 45 });
  for (let length = 0; length < 20; length += 1) expect(imageSize(bytes.subarray(0, length))).toBeNull();
});

/** The beginning of a WebP file with one chunk (RFC 9649). */
function webpHeader(chunk: string, content: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'), Buffer.from(content)]);
}

test('a WebP without loss, or with further chunks, has its size elsewhere', () => {
  // 14 bits of width - 1, 14 bits of height - 1.
  const bits = 320 | (44 << 14);
  const lossless = webpHeader('VP8L', [
    0x2f,
    bits & 0xff,
    (bits >> 8) & 0xff,
    (bits >> 16) & 0xff,
    bits >> 24,
  ]);
  expect(imageSize(lossless)).toEqual({ format: 'webp', width: 321, height: 45 });
  const extended = webpHeader('VP8X', [0, 0, 0, 0, 0xff, 0xff, 0xff, 44, 0, 0]);
  expect(imageSize(extended)).toEqual({ format: 'webp', width: 16_777_216, height: 45 });
});

test('other content has no size', () => {
  expect(imageSize(Buffer.from('hello, this is no picture at all'))).toBeNull();
  expect(imageSize(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00]))).toBeNull();
});
