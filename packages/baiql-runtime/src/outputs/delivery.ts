import path from 'node:path';
import { cutToBytes, MAX_NAME_BYTES, splitExtension } from '../paths/index.js';

/** How the files of a batch are delivered: the run that owns them, and their names. */
export interface Delivery {
  /** The run that keeps a copy of each file; absent: none. */
  readonly executionId?: string | undefined;
  /** Suffix of an incomplete batch: ` (trial)`, ` (35 of 201)`; empty for a complete one. */
  readonly suffix: string;
  /** True if a complete file of another run exists at one of these paths. */
  readonly isTaken: (paths: readonly string[]) => Promise<boolean>;
}

/** Uses the names as written and overwrites existing files. */
export const PLAIN_DELIVERY: Delivery = { suffix: '', isTaken: () => Promise.resolve(false) };

/** `marks.xlsx` → `marks (trial).xlsx`. */
export function suffixedFile(virtual: string, suffix: string): string {
  const slash = virtual.lastIndexOf('/') + 1;
  const [stem, extension] = splitExtension(virtual.slice(slash));
  const end = suffix + extension;
  return virtual.slice(0, slash) + cutToBytes(stem, MAX_NAME_BYTES - Buffer.byteLength(end)) + end;
}

/**
 * `letters/` → `letters (trial)/`. PATH_OUT itself is not renamed; the files go to a subfolder named after the output.
 */
export function suffixedFolder(folder: string, suffix: string, pathOut: string, output: string): string {
  if (suffix === '') return folder;
  if (folder !== pathOut) return `${folder.slice(0, -1)}${suffix}/`;
  const [stem] = splitExtension(path.posix.basename(output));
  return `${pathOut}${stem}${suffix}/`;
}
