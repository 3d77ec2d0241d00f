const MAX_NAME_CHARACTERS = 160;
export const EMPTY_NAME = 'Please enter a name.';

/**
 * A session's name as it is kept: letters and digits of any script, spaces, and _ - ( ) . only, no more than 160
 * characters. Everything else is left out, so an empty text may remain.
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
