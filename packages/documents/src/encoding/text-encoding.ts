import { isUtf8 } from 'node:buffer';
import { decodeBytes } from './decode-bytes.js';
import {
  guessLegacyEncoding,
  type OldReading,
  LEGACY_ENCODING_SAMPLE_BYTES,
  type LegacyEncoding,
} from './legacy-encodings.js';

/** Text encodings, named as in the Encoding Standard. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp' | LegacyEncoding;

/** The result for a file: text in some encoding (after a byte-order mark of `bomBytes`), or not text. */
export type DetectedText =
  | {
      kind: 'text';
      encoding: TextEncoding;
      bomBytes: 0 | 2 | 3;
      /** The likely readings of a short text, this encoding's first. Absent: there is one only. */
      readings?: readonly OldReading[];
    }
  | { kind: 'binary' };

/** What changes to two-byte characters in ISO-2022-JP, as in Japanese mails, which has no bytes beyond ASCII. */
const JAPANESE_ESCAPES = ['\u001b$B', '\u001b$@'];

/** Detects the encoding of a file from its chunks, keeping only a few bytes. */
export interface EncodingDetector {
  push(chunk: Uint8Array): void;
  finish(): DetectedText;
}

/**
 * A byte-order mark decides; else valid UTF-8 is UTF-8; else UTF-16 is recognized by zero bytes almost all on one side
 * of the pairs; else, without zero bytes, a legacy encoding is guessed from a sample that starts at the first word with a
 * non-ASCII character.
 */
export function createEncodingDetector(): EncodingDetector {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let sample = Buffer.alloc(0);
  let wordBefore = Buffer.alloc(0);
  let validUtf8 = true;
  let length = 0;
  const zeros = [0, 0];
  let hasJapaneseEscape = false;

  return {
    push(chunk) {
      if (head.length < 3) head = Buffer.concat([head, chunk.subarray(0, 3)]);
      countZeros(chunk, length, zeros);
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      hasJapaneseEscape ||= JAPANESE_ESCAPES.some((escape) => view.includes(escape));
      length += chunk.length;
      if (sample.length < LEGACY_ENCODING_SAMPLE_BYTES) {
        const from = sample.length > 0 ? 0 : firstBeyondAscii(chunk);
        if (sample.length === 0) wordBefore = lettersAtEnd(wordBefore, chunk.subarray(0, from));
        const parts = sample.length > 0 || from === chunk.length ? [sample] : [wordBefore];
        sample = Buffer.concat([...parts, chunk.subarray(from)]).subarray(0, LEGACY_ENCODING_SAMPLE_BYTES);
      }
      if (!validUtf8) return;
      // Keeps a copy of only the incomplete character, because the chunk's memory may be reused.
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const whole = wholeCharacters(bytes);
      validUtf8 = isUtf8(bytes.subarray(0, whole));
      tail = Buffer.from(bytes.subarray(whole));
    },
    finish() {
      if (head[0] === 0xff && head[1] === 0xfe) return { kind: 'text', encoding: 'utf-16le', bomBytes: 2 };
      if (head[0] === 0xfe && head[1] === 0xff) return { kind: 'text', encoding: 'utf-16be', bomBytes: 2 };
      if (hasJapaneseEscape && validUtf8 && sample.length === 0)
        return { kind: 'text', encoding: 'iso-2022-jp', bomBytes: 0 };
      const [evenZeros = 0, oddZeros = 0] = zeros;
      if (evenZeros + oddZeros > 0) return detectUnmarkedUtf16(evenZeros, oddZeros, length);
      // A character truncated at the very end does not count as UTF-8 unless others precede it: the file may be
      // truncated.
      const hasOthers = sample.filter((byte) => byte >= 0x80).length > tail.length;
      if (!validUtf8 || (tail.length > 0 && !hasOthers)) {
        const { encoding, readings } = guessLegacyEncoding(sample);
        return { kind: 'text', encoding, bomBytes: 0, ...(readings.length > 1 ? { readings } : {}) };
      }
      const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
      return { kind: 'text', encoding: 'utf-8', bomBytes: marked ? 3 : 0 };
    },
  };
}

/** Detects the encoding of a whole file. */
export function detectText(bytes: Uint8Array): DetectedText {
  const detector = createEncodingDetector();
  detector.push(bytes);
  return detector.finish();
}

/** Decodes a whole file, without its byte-order mark; null if it is not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const found = detectText(bytes);
  if (found.kind === 'binary') return null;
  return decodeBytes(bytes, found.encoding);
}

function detectUnmarkedUtf16(evenZeros: number, oddZeros: number, length: number): DetectedText {
  if (length % 2 !== 0) return { kind: 'binary' };
  const pairs = length / 2;
  // Western text has a zero in nearly every pair, always on the same side.
  if (oddZeros >= pairs * 0.7 && evenZeros <= oddZeros / 20)
    return { kind: 'text', encoding: 'utf-16le', bomBytes: 0 };
  if (evenZeros >= pairs * 0.7 && oddZeros <= evenZeros / 20)
    return { kind: 'text', encoding: 'utf-16be', bomBytes: 0 };
  return { kind: 'binary' };
}

function firstBeyondAscii(chunk: Uint8Array): number {
  const at = chunk.findIndex((byte) => byte >= 0x80);
  return at === -1 ? chunk.length : at;
}

/** Longer words add no information. */
const MAX_WORD = 40;

/**
 * The letters at the end of a text, up to the whole last word, so that it is readable when the user chooses an
 * encoding.
 */
function lettersAtEnd(before: Uint8Array, chunk: Uint8Array): Buffer<ArrayBuffer> {
  const text = Buffer.concat([before, chunk.subarray(-MAX_WORD)]).subarray(-MAX_WORD);
  return Buffer.from(text.subarray(text.findLastIndex((byte) => !isAsciiLetter(byte)) + 1));
}

const isAsciiLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

function countZeros(chunk: Uint8Array, offset: number, zeros: number[]): void {
  for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) {
    const side = (offset + at) % 2;
    zeros[side] = (zeros[side] ?? 0) + 1;
  }
}

/** The number of bytes that end with a complete UTF-8 character; the last may continue in the next chunk. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
