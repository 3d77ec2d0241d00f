import path from 'node:path';
import { cutToBytes, MAX_NAME_BYTES, splitExtension } from '../paths/index.js';

/** How the files of a batch are handed over: by whom, and under which names. */
export interface Delivery {
  /** The run that keeps a copy of each; absent: none does. */
  readonly executionId?: string | undefined;
  /** Of a batch that is not whole: ` (trial)`, ` (35 of 201)`; empty when it is. */
  readonly suffix: string;
  /** Whether at one of these paths stands a whole file of another run. */
  readonly isTaken: (paths: readonly string[]) => Promise<boolean>;
}

/** Under the names as written, whatever stands there. */
export const PLAIN_DELIVERY: Delivery = { suffix: '', isTaken: () => Promise.resolve(false) };

/** `marks.xlsx` → `marks (trial).xlsx`. */
export function suffixedFile(virtual: string, suffix: string): string {
  const slash = virtual.lastIndexOf('/') + 1;
  const [stem, extension] = splitExtension(virtual.slice(slash));
  const end = suffix + extension;
  return virtual.slice(0, slash) + cutToBytes(stem, MAX_NAME_BYTES - Buffer.byteLength(end)) + end;
}

/** `letters/` → `letters (trial)/`. PATH_OUT itself keeps its name, and has a folder called after the output in it. */
export function suffixedFolder(folder: string, suffix: string, pathOut: string, output: string): string {
  if (suffix === '') return folder;
  if (folder !== pathOut) return `${folder.slice(0, -1)}${suffix}/`;
  const [stem] = splitExtension(path.posix.basename(output));
  return `${pathOut}${stem}${suffix}/`;
}
