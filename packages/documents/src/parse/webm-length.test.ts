import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webmLength } from './webm-length.js';
import { element, makeWebm } from '../test-support/make-audio.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('the times of a WebM recording', () => {
  it('make its length whatever their order, with one packet after the last', () => {
    expect(webmLength(makeWebm(undefined, { blocksAtMs: [0, 20, 40] }))).toBeCloseTo(0.06, 6);
    expect(webmLength(makeWebm(undefined, { blocksAtMs: [40, 5_000, 20] }))).toBeCloseTo(5.12, 6);
  });

  it.each([
    ['more than a day', makeWebm(undefined, { blocksAtMs: [DAY_MS] })],
    ['more than numbers hold', makeWebm(undefined, { blocksAtMs: [2 ** 60] })],
    ['all at its start', makeWebm(undefined, { blocksAtMs: [0, 0] })],
    ['of units of no length', Buffer.concat([makeWebm(undefined, { blocksAtMs: [500] }), element('2ad7b1')])],
  ])('make none where they are %s', (_what, bytes) => {
    expect(webmLength(bytes)).toBeUndefined();
  });

  it('are read in one pass, also where there are millions of elements in each other @soak', () => {
    const nested = Buffer.alloc(25 * 1024 * 1024);
    // Groups of blocks that say to hold all the rest, each in the one before.
    for (let at = 0; at < nested.length; at += 2) nested.writeUInt16BE(0xa0ff, at);
    expect(webmLength(nested)).toBeUndefined();
  });

  it('are never more than a day, less than nothing or an error, whatever the bytes are', () => {
    const file = makeWebm(undefined, { blocksAtMs: [0, 20, 40] });
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }), (at, bytes) => {
        const broken = Buffer.concat([file.subarray(0, at), bytes, file.subarray(at + bytes.length)]);
        const seconds = webmLength(broken) ?? 1;
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(DAY_MS / 1_000);
      }),
    );
  });
});
