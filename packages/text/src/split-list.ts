/** Commas and semicolons of every keyboard, the ideographic comma, and line ends. */
const SEPARATORS = /[,;،؛、，；﹐﹑﹔､\r\n\u2028\u2029]+/u;

/** The entries of a typed list without surrounding blanks, empty ones left out. */
export const splitList = (text: string): string[] =>
  text
    .split(SEPARATORS)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
