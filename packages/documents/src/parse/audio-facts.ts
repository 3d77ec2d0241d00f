import { fileTypeFromBuffer } from 'file-type';
import { parseBuffer } from 'music-metadata';
import { DocumentError } from '../document-error.js';
import { mp4Length } from './mp4-length.js';
import { webmLength } from './webm-length.js';

/** A recording's format and duration, from its own bytes. */
export interface AudioFacts {
  readonly mimeType: string;
  readonly durationSec: number;
}

/** Containers that providers transcribe, by detected extension, with the media type they are sent as. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  // Recorders label the same container as a video without a picture.
  mp4: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
};

/**
 * Reads a recording's format and duration from its headers, without decoding it. Runs in browsers and on the server, so
 * that both compute the same duration.
 * @throws DocumentError `mismatch`, `damaged`; the message names the file
 */
export async function audioFacts(name: string, bytes: Uint8Array): Promise<AudioFacts> {
  const content = await fileTypeFromBuffer(bytes);
  const mimeType = content && Object.hasOwn(MIME_TYPES, content.ext) ? MIME_TYPES[content.ext] : undefined;
  if (mimeType === undefined) {
    throw new DocumentError(
      'mismatch',
      `${name} isn’t a recording that can be transcribed. Save it as MP3, M4A, WAV, WebM, OGG or FLAC.`,
    );
  }
  const durationSec = Math.max(await headerLength(bytes), ownLength(mimeType, bytes) ?? 0);
  if (!Number.isFinite(durationSec) || durationSec <= 0) {
    throw new DocumentError(
      'damaged',
      `The length of ${name} can’t be read, so its price isn’t known. Save it again as MP3 or WAV.`,
    );
  }
  return { mimeType, durationSec };
}

/** According to the headers; 0 if they do not say or are unreadable. */
async function headerLength(bytes: Uint8Array): Promise<number> {
  const options = { duration: true, skipCovers: true };
  const facts = await parseBuffer(bytes, undefined, options).catch(() => undefined);
  return facts?.format.duration ?? 0;
}

/**
 * Recordings made in browsers are often longer than their headers say, or have no duration. The longest value is used,
 * as it will be billed.
 */
function ownLength(mimeType: string, bytes: Uint8Array): number | undefined {
  switch (mimeType) {
    case 'audio/webm':
      return webmLength(bytes);
    case 'audio/mp4':
      return mp4Length(bytes);
    default:
      return undefined;
  }
}
