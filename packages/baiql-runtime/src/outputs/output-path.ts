import path from 'node:path';
import type { OutputFormat, PlanText } from '@promptwell/baiql-lang';
import { OUTPUT_FORMATS } from '@promptwell/baiql-lang/files';
import { isWithin, makeSafeName, MAX_NAME_BYTES, toVirtualPath } from '../paths/index.js';
import { outputFormatOf } from './formats.js';
import { OutputError } from './output-error.js';

/**
 * The virtual path that an OUTPUT's written path means, below PATH_OUT, and its format.
 * @throws OutputError `bad-path`; FileError when it leaves the area.
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
 * A path with its names filled in. A value is part of a name, whatever it is: it cannot lead into another folder, hide
 * the file, or be empty.
 */
export function fillPath(path: PlanText, valueOf: (name: string) => string): string {
  const filled = path.map((part) =>
    'literal' in part ? part.literal : makeSafeName(valueOf(part.name), part.written.toLowerCase()),
  );
  // Several values together may be longer than a name can be.
  const parts = filled.join('').split('/');
  return parts
    .map((part) => (Buffer.byteLength(part) > MAX_NAME_BYTES ? makeSafeName(part) : part))
    .join('/');
}
