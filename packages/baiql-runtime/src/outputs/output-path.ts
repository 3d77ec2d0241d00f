import path from 'node:path';
import { OUTPUT_FORMATS } from '@promptwell/baiql-lang/files';
import { isWithin, toVirtualPath } from '../paths/index.js';
import { outputFormatOf } from './formats.js';
import { OutputError } from './output-error.js';
import type { OutputFormat } from './renderer.js';

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
