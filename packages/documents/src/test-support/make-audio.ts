/** A mono PCM recording (WAVE) of so many seconds: silence, or a tone. */
export function makeWav(seconds: number, { hertz = 0, sampleRate = 8_000 } = {}): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * sampleRate) * 2);
  for (let at = 0; at < samples.length / 2; at += 1) {
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / sampleRate)), at * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // channels
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const MP3_FRAME_SAMPLES = 1_152;

/** Silence in frames of MPEG-1 layer III at 44.1 kHz and 128 kbit/s. */
export function makeMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  const frames = Math.round((seconds * 44_100) / MP3_FRAME_SAMPLES);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The head of a FLAC stream: it says its own length. */
export function makeFlac(seconds: number): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4_096, 0);
  info.writeUInt16BE(4_096, 2);
  const samples = BigInt(Math.round(seconds * 44_100));
  // 20 bits of sample rate, 3 of channels - 1, 5 of bits a sample - 1, 36 of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (0n << 41n) | (15n << 36n) | samples, 10);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, info.length]), info, Buffer.alloc(64)]);
}

/** An Ogg stream of Opus whose last page says how far it goes. */
export function makeOgg(seconds: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags');
  return Buffer.concat([
    oggPage(2, 0, 0n, head),
    oggPage(0, 1, 0n, tags),
    oggPage(4, 2, BigInt(Math.round(seconds * 48_000)), Buffer.alloc(100)),
  ]);
}

function oggPage(kind: number, sequence: number, granule: bigint, body: Buffer): Buffer {
  const page = Buffer.alloc(28);
  page.write('OggS');
  page.writeUInt8(kind, 5);
  page.writeBigUInt64LE(granule, 6);
  page.writeUInt32LE(1, 14);
  page.writeUInt32LE(sequence, 18);
  page.writeUInt8(1, 26);
  page.writeUInt8(body.length, 27);
  return Buffer.concat([page, body]);
}

const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4);
  return Buffer.concat([head, body]);
};

/** The frame of an MPEG-4 recording of one AAC track: what it is and how long. */
export function makeM4a(seconds: number): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1_000, 12);
  const media = Buffer.alloc(24);
  media.writeUInt32BE(44_100, 12);
  media.writeUInt32BE(Math.round(seconds * 44_100), 16);
  const handler = Buffer.alloc(25);
  handler.write('soun', 8);
  const sound = Buffer.alloc(28);
  sound.writeUInt16BE(2, 16); // channels
  sound.writeUInt16BE(16, 18);
  sound.writeUInt16BE(44_100, 24);
  const descriptions = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('mp4a', sound)]);
  const track = box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box(
      'mdia',
      box('mdhd', media),
      box('hdlr', handler),
      box('minf', box('stbl', box('stsd', descriptions), box('stsz', Buffer.alloc(12)))),
    ),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0M4A isom')),
    box('moov', box('mvhd', movie), track),
    box('mdat', Buffer.alloc(64)),
  ]);
}

/** An element of WebM: what it is, how long, and what is in it. */
export const element = (id: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
};

/** A WebM file, with a length in its header or without, and a block at each of these times. */
export function makeWebm(seconds: number | undefined, { blocksAtMs = [0] } = {}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE((seconds ?? 0) * 1_000);
  const scale = element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]));
  const clusters = blocksAtMs.map((atMs) => makeCluster(atMs));
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element(
      '18538067',
      element('1549a966', scale, ...(seconds === undefined ? [] : [element('4489', duration)])),
      ...clusters,
    ),
  ]);
}

/** A time, and one block right there. */
function makeCluster(atMs: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(atMs));
  return element('1f43b675', element('e7', time), element('a3', Buffer.from([0x81, 0, 0, 0x80, 0, 0, 0])));
}
