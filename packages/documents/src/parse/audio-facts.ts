import { fileTypeFromBuffer } from 'file-type';
import { parseBuffer } from 'music-metadata';
import { DocumentError } from '../document-error.js';
import { mp4Length } from './mp4-length.js';
import { webmLength } from './webm-length.js';

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
  const durationSec = Math.max(await headerLength(bytes), ownLength(mimeType, bytes) ?? 0);
  if (!Number.isFinite(durationSec) || durationSec <= 0) {
    throw new DocumentError(
      'damaged',
      `The length of ${name} can’t be read, so its price isn’t known. Save it again as MP3 or WAV.`,
    );
  }
  return { mimeType, durationSec };
}

/** As the headers say; 0 where none says it, or they can't be read. */
async function headerLength(bytes: Uint8Array): Promise<number> {
  const options = { duration: true, skipCovers: true };
  const facts = await parseBuffer(bytes, undefined, options).catch(() => undefined);
  return facts?.format.duration ?? 0;
}

/** What browsers record is often longer than those headers say, or has none. The longest counts: it will be billed. */
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
