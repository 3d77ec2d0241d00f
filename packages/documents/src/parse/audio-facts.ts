import { fileTypeFromBuffer } from 'file-type';
import { parseBuffer } from 'music-metadata';
import { DocumentError } from '../document-error.js';

/** What a recording is and how long it takes, as its own bytes say. */
export interface AudioFacts {
  readonly mimeType: string;
  readonly durationSec: number;
}

/** The containers that vendors transcribe, by the ending that a content shows; what each is sent as. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  // Recorders mark the same container as a film without pictures.
  mp4: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
};

/**
 * Reads what a file's own marks and headers say of the sound in it, without decoding it. In browsers and on the server
 * alike, so that both know the same length.
 * @throws DocumentError `mismatch`, `damaged`, with a sentence that names the file
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
  const durationSec = await durationOf(bytes).catch(() => undefined);
  if (durationSec === undefined || !Number.isFinite(durationSec) || durationSec <= 0) {
    throw new DocumentError(
      'damaged',
      `The length of ${name} can’t be read, so its price isn’t known. Save it again as MP3 or WAV.`,
    );
  }
  return { mimeType, durationSec };
}

async function durationOf(bytes: Uint8Array): Promise<number | undefined> {
  const { format } = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
  return format.duration;
}
