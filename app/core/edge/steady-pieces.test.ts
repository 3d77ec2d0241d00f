import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { steadyPieces } from './read-request.server';

const RATE = { minBytesPerSecond: 10_000, slowAfterMs: 50 };

describe('a large body', () => {
  it('that stops coming is given up', async () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(100));
    const pieces: number[] = [];
    const reading = (async () => {
      for await (const { byteLength } of steadyPieces(body, RATE)) pieces.push(byteLength);
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'timed-out', code: 'body_too_slow' });
    expect(pieces).toEqual([100]);
    body.destroy();
  });

  it('that comes fast enough is read to its end', async () => {
    const body = new PassThrough();
    for (let piece = 0; piece < 10; piece += 1) body.write(Buffer.alloc(1_000));
    body.end();
    let bytes = 0;
    for await (const { byteLength } of steadyPieces(body, RATE)) bytes += byteLength;
    expect(bytes).toBe(10_000);
  });
});
