import { readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../document-reader.js';
import { MAX_AUDIO_BYTES } from '../limits.js';
import { audioFacts } from './audio-facts.js';
import { makeFlac, makeM4a, makeMp3, makeOgg, makeWav, makeWebm } from '../test-support/make-audio.js';

/** Three seconds of a tone, as Chromium's MediaRecorder makes them: WebM in pieces, so without a length; and MP4. */
const recorded = (ending: 'webm' | 'mp4') =>
  readFileSync(new URL(`../test-support/recording.${ending}`, import.meta.url));

describe('the length of a recording', () => {
  it.each([
    ['wav', makeWav(2.5), 'audio/wav'],
    ['mp3', makeMp3(2.5), 'audio/mpeg'],
    ['m4a', makeM4a(2.5), 'audio/mp4'],
    ['flac', makeFlac(2.5), 'audio/flac'],
    ['ogg', makeOgg(2.5), 'audio/ogg'],
    ['webm', makeWebm(2.5), 'audio/webm'],
  ])('is read from a .%s', async (ending, bytes, mimeType) => {
    const facts = await audioFacts(`talk.${ending}`, bytes);
    expect(facts.mimeType).toBe(mimeType);
    expect(facts.durationSec).toBeCloseTo(2.5, 1);
  });

  it.each([
    ['webm', 3.18],
    ['mp4', 3.14],
  ] as const)('of a browser is read from its .%s', async (ending, seconds) => {
    const { durationSec } = await audioFacts(`memo.${ending}`, recorded(ending));
    expect(durationSec).toBeCloseTo(seconds, 2);
  });

  it('that was cut off is that of what is left', async () => {
    const { durationSec } = await audioFacts('memo.webm', recorded('webm').subarray(0, 4_000));
    expect(durationSec).toBeGreaterThan(1);
    expect(durationSec).toBeLessThan(2.5);
    await expect(audioFacts('memo.webm', recorded('webm').subarray(0, 160))).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  it('is that of all its blocks, also where its header says less', async () => {
    const { durationSec } = await audioFacts('talk.webm', makeWebm(1, { blocksAtMs: [0, 20, 59_980] }));
    expect(durationSec).toBeCloseTo(60.1, 5);
  });

  it('is the first thing said where it is not known', async () => {
    await expect(audioFacts('talk.webm', makeWebm(undefined))).rejects.toThrow(
      'The length of talk.webm can’t be read, so its price isn’t known. Save it again as MP3 or WAV.',
    );
  });

  it.each([
    ['a text', Buffer.from('Dear Ann, this is no sound at all.')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('is not looked for in %s', async (_what, bytes) => {
    await expect(audioFacts('talk.mp3', bytes)).rejects.toMatchObject({
      code: 'mismatch',
      message:
        'talk.mp3 isn’t a recording that can be transcribed. Save it as MP3, M4A, WAV, WebM, OGG or FLAC.',
    });
  });

  it('is not taken from a header that was cut off', async () => {
    await expect(audioFacts('talk.wav', makeWav(2).subarray(0, 20))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

it('a recording is read in the process for documents, and only up to its size @soak', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-'));
  const reader = createDocumentReader();
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, makeWav(3.2));
    expect(await reader.readAudio(file, { name: 'talk.wav' })).toEqual({
      mimeType: 'audio/wav',
      durationSec: 3.2,
    });
    await truncate(file, MAX_AUDIO_BYTES + 1);
    await expect(reader.readAudio(file, { name: 'talk.wav' })).rejects.toMatchObject({
      message: 'File too large: talk.wav exceeds 25 MB.',
    });
  } finally {
    reader.close();
    await rm(folder, { recursive: true });
  }
});
