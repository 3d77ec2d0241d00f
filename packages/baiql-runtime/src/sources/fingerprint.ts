import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AreaFile } from '../paths/index.js';
import { SourceError } from './source-error.js';

/** The state of a source when a run began; plain data for checkpoints. */
export interface Fingerprint {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** SHA-256 of the content, in hexadecimal; for a folder, of its files' names, sizes and times. */
  readonly sha256: string;
  /** Number of files, for a folder or a pattern. */
  readonly files?: number;
}

/** Fingerprints a file, reading it once as a stream. */
export async function fingerprintFile(virtual: string, realPath: string): Promise<Fingerprint> {
  const { size, mtimeMs } = await stat(realPath);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(realPath, { highWaterMark: 1 << 18 }))
    hash.update(chunk as Buffer);
  return { path: virtual, sizeBytes: size, modifiedMs: mtimeMs, sha256: hash.digest('hex') };
}

/** Fingerprints the files of a folder or pattern without reading them. */
export function fingerprintFiles(virtual: string, files: readonly AreaFile[]): Fingerprint {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let modifiedMs = 0;
  for (const file of files) {
    hash.update(`${file.path}\0${file.sizeBytes}\0${file.modifiedMs}\n`);
    sizeBytes += file.sizeBytes;
    modifiedMs = Math.max(modifiedMs, file.modifiedMs);
  }
  return { path: virtual, sizeBytes, modifiedMs, sha256: hash.digest('hex'), files: files.length };
}

/** A file that was only copied or touched (same content, other time) is unchanged. */
export const isUnchanged = (before: Fingerprint, now: Fingerprint): boolean =>
  before.sha256 === now.sha256 && before.sizeBytes === now.sizeBytes;

/**
 * Rejects a changed source.
 * @throws SourceError `changed`, with a message that describes the difference and the remedy.
 */
export function assertUnchanged(before: Fingerprint, now: Fingerprint): void {
  if (isUnchanged(before, now)) return;
  throw new SourceError(
    'changed',
    `${before.path} has changed since this run began (${describeChange(before, now)}). ` +
      // A restored file has a new modification time.
      (before.files !== undefined && before.files === now.files
        ? 'Start a new run that uses the replies you have, so you don’t pay for them twice.'
        : 'Put the earlier version back to go on, or start a new run.'),
  );
}

/**
 * Rejects a source that differs from the run's estimate.
 * @throws SourceError `changed`
 */
export function assertAsEstimated(estimated: Fingerprint, now: Fingerprint): void {
  if (isUnchanged(estimated, now)) return;
  throw new SourceError(
    'changed',
    `${now.path} has changed since the estimate (${describeChange(estimated, now)}). ` +
      'Resume to go on with it as it is now, or start a new run to see what that costs.',
  );
}

function describeChange(before: Fingerprint, now: Fingerprint): string {
  if (before.files !== undefined && before.files !== now.files) {
    return `it had ${before.files} files and now has ${now.files ?? 1}`;
  }
  if (before.sizeBytes !== now.sizeBytes) {
    return `it had ${before.sizeBytes.toLocaleString('en')} bytes and now has ${now.sizeBytes.toLocaleString('en')}`;
  }
  return before.files === undefined ? 'it has the same size but other content' : 'a file in it was replaced';
}
