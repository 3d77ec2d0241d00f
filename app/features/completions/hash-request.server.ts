import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const LONG_CHARACTERS = 64 * 1024;
const SLICE_CHARACTERS = 1024 * 1024;

/**
 * Everything that makes a request what it is, as SHA-256. Its long texts and pictures, up to 32 MB of them, are hashed in
 * slices, with a turn for everybody else after each.
 */
export async function hashRequest(request: object): Promise<string> {
  const long: string[] = [];
  const outline = JSON.stringify(request, (_name, value: unknown) => {
    if (typeof value !== 'string' || value.length <= LONG_CHARACTERS) return value;
    long.push(value);
    return `${String(value.length)} characters`;
  });
  const hash = createHash('sha256').update(outline);
  for (const text of long) {
    for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
      hash.update(text.slice(start, start + SLICE_CHARACTERS));
      await setImmediate();
    }
  }
  return hash.digest('hex');
}
