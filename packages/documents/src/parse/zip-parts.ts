import { DocumentError } from '../document-error.js';
import { MAX_UNPACKED_BYTES } from '../limits.js';
import { checkZip, ZipError } from '../zip-size.js';

/** The parts of a zip-based document that its reader needs. */
export interface ZipParts {
  readonly names: readonly string[];
  /** A part as text in UTF-8; empty if it is missing. */
  text(name: string): string;
  bytes(name: string): Buffer;
}

/** Unpacks the parts of these names; all others are only counted. @throws ZipError */
export async function unpackParts(bytes: Uint8Array, isNeeded: (name: string) => boolean): Promise<ZipParts> {
  const parts = new Map<string, Buffer[]>();
  await checkZip(bytes, MAX_UNPACKED_BYTES, (name, piece) => {
    if (!isNeeded(name)) return;
    const earlier = parts.get(name);
    if (earlier) earlier.push(piece);
    else parts.set(name, [piece]);
  });
  const bytesOf = (name: string): Buffer => Buffer.concat(parts.get(name) ?? []);
  return {
    names: [...parts.keys()],
    bytes: bytesOf,
    text: (name) => new TextDecoder().decode(bytesOf(name)),
  };
}

/** The error of a zip-based document that could not be read. @param kind with its article: `a Word document` */
export function describeZipFailure(name: string, kind: string, error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  const options = { cause: error };
  if (error instanceof ZipError && error.problem === 'too-large') {
    const megabytes = MAX_UNPACKED_BYTES / (1024 * 1024);
    return new DocumentError(
      'too-large',
      `${name} is too large: it unpacks to over ${String(megabytes)} MB.`,
      options,
    );
  }
  if (error instanceof ZipError && error.problem === 'encrypted') return protectedError(name, options);
  return new DocumentError('damaged', `${name} is damaged or not ${kind}.`, options);
}

/** The error of a document that needs a password. */
export const protectedError = (name: string, options?: { cause?: unknown }): DocumentError =>
  new DocumentError('encrypted', `${name} is protected by a password. Save it without one.`, options);

/** `ppt/slides/slide1.xml` and `../media/a.png` make `ppt/media/a.png`. */
export function resolvePart(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}
