import { plainName } from '@promptwell/text/plain-name';
import { truncate } from '@promptwell/text/truncate';

const MAX_NAME_CHARACTERS = 160;
export const EMPTY_NAME = 'Please enter a name.';

/** The nearest allowed character of some that names have in any language; the rest is left out. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ...Array.from('/\\／–—‐‑', (sign) => [sign, '-'] as const),
  ...Array.from('[{［｛【「『〈《（', (sign) => [sign, '('] as const),
  ...Array.from(']}］｝】」』〉》）', (sign) => [sign, ')'] as const),
  ...Array.from('。．', (sign) => [sign, '.'] as const),
]);

/**
 * Sanitizes a session name: letters with their marks and digits of any script, spaces, and _ - ( ) . only, at most 160
 * characters. Empty for a name without letters and digits.
 */
export function cleanName(name: string): string {
  const cleaned = plainName(name)
    .replace(/[^\p{L}\p{M}\p{N} _\-().]/gu, (sign) => REPLACEMENTS.get(sign) ?? joiner(sign))
    .trim();
  const { length } = Array.from(cleaned).slice(0, MAX_NAME_CHARACTERS).join('');
  return /[\p{L}\p{N}]/u.test(cleaned) ? truncate(cleaned, length).trim() : '';
}

/** Joiners shape words of Arabic and Indic scripts. */
const joiner = (sign: string): string => (sign === '\u200c' || sign === '\u200d' ? sign : '');
