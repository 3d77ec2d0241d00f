import path from 'node:path';
import type { OutputFormat, PlanText } from '@promptwell/baiql-lang';
import { OUTPUT_FORMATS } from '@promptwell/baiql-lang/files';
import { isWithin, sanitizeName, MAX_NAME_BYTES, toVirtualPath } from '../paths/index.js';
import { outputFormatOf } from './formats.js';
import { OutputError } from './output-error.js';

/**
 * Resolves an OUTPUT's path below PATH_OUT, and determines its format.
 * @throws OutputError `bad-path`; FileError if it leaves the area.
 */
export function resolveOutputPath(
  written: string,
  pathOut: string,
): { virtual: string; format: OutputFormat } {
  const folder = pathOut.endsWith('/') ? pathOut : `${pathOut}/`;
  const virtual = toVirtualPath(written, folder);
  if (!isWithin(virtual, folder)) {
    throw new OutputError('bad-path', `Outputs must be below ${folder}, and ${virtual} is not.`);
  }
  const format = outputFormatOf(virtual);
  if (format === null) {
    const kind = path.posix.extname(virtual) || 'such';
    throw new OutputError('bad-path', `Cannot write ${kind} files (${OUTPUT_FORMATS.join(', ')}).`);
  }
  return { virtual, format };
}

/**
 * Fills the names in a path. A value is always one part of a name: it cannot lead to another folder, hide the file, or
 * be empty.
 */
export function fillPath(path: PlanText, valueOf: (name: string) => string): string {
  const filled = path.map((part) =>
    'literal' in part ? part.literal : sanitizeName(valueOf(part.name), part.written.toLowerCase()),
  );
  // Several values together may exceed the maximum name length.
  const parts = filled.join('').split('/');
  return parts
    .map((part) => (Buffer.byteLength(part) > MAX_NAME_BYTES ? sanitizeName(part) : part))
    .join('/');
}
