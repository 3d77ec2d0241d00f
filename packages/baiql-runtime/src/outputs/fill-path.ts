import type { PlanText } from '@promptwell/baiql-lang';
import { MAX_NAME_BYTES, makeSafeName } from '../paths/index.js';

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
