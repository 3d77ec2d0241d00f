const MAX_NAME_CHARACTERS = 160;
export const EMPTY_NAME = 'Please enter a name.';

/**
 * Sanitizes a session name: letters and digits of any script, spaces, and _ - ( ) . only, at most 160 characters. May
 * return an empty string.
 */
export const cleanName = (name: string): string =>
  Array.from(
    name
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} _\-().]/gu, '')
      .trim(),
  )
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
    .trim();
