/** Prefix of files that are still being written: hidden, and never listed. */
export const PARTIAL_PREFIX = '.unfinished-';

/** UTF-8 bytes of one name: file systems allow 255, and a name must leave space for a suffix. */
export const MAX_NAME_BYTES = 200;

// Windows reserves these names for devices, whatever the extension.
const RESERVED_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/iu;
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;
// Bidirectional overrides disguise a name (`exe.fdp` as `pdf.exe`).
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WINDOWS_FORBIDDEN = /[<>:"|?*\\/]/gu;

/** Why a name in a path is invalid, as the end of a sentence; null if it is valid. */
export function nameProblem(name: string): string | null {
  if (CONTROL.test(name)) return 'has a control character in it';
  if (RESERVED_NAME.test(name)) return 'is a name that Windows reserves for devices';
  if (Buffer.byteLength(name) > 255) return 'is too long (at most 255 bytes)';
  return null;
}

/** `essay.final.pdf` → `['essay.final', '.pdf']`; without an extension the second part is `''`. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}

/**
 * Turns any text into a name that every system can store: NFC, without control characters, characters forbidden by
 * Windows, leading dots, or trailing dots and spaces; not a device name; at most 200 bytes, extension kept.
 */
export function sanitizeName(text: string, fallback = 'file'): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '')
    .replace(CONTROLS, '')
    .replace(DIRECTION_MARKS, '')
    .replace(WINDOWS_FORBIDDEN, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  const named = cleaned === '' ? fallback : cleaned;
  const safe = RESERVED_NAME.test(named) ? `_${named}` : named;
  const [stem, extension] = splitExtension(safe);
  // An "extension" of 50 bytes is part of the name.
  return Buffer.byteLength(extension) > 50
    ? cutToBytes(safe, MAX_NAME_BYTES)
    : cutToBytes(stem, MAX_NAME_BYTES - Buffer.byteLength(extension)) + extension;
}

/** The longest prefix of a text that fits in this many UTF-8 bytes, never splitting a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut.trimEnd();
}
