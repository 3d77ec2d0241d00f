import { hasMixedDigits, withAsciiDigits } from '@promptwell/text/digits';

/**
 * A string, or an integer that may exceed JavaScript's exact range. An unterminated string extends to the end, so that
 * no part is scanned twice.
 */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/gsu;

/** A string, or a number with digits or signs beyond ASCII: models that write Arabic or Japanese use them in JSON too. */
const TEXT_OR_LOCAL_NUMBER = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|[-−－]?[\p{Nd}.．٫٬]+/gsu;

/**
 * Like `JSON.parse`, but numbers may be written in the digits of any script, and an integer that would lose precision becomes a string of its digits: message and parcel ids
 * have 18 or more.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const ascii = text.replace(TEXT_OR_LOCAL_NUMBER, asciiNumber);
    if (ascii === text) throw error;
    return parse(ascii);
  }
}

function asciiNumber(found: string): string {
  if (found.startsWith('"') || hasMixedDigits(found)) return found;
  return withAsciiDigits(found)
    .replace(/^[−－]/u, '-')
    .replaceAll('٬', '')
    .replace(/[．٫]/u, '.');
}

function parse(text: string): unknown {
  if (!/\d{16}/u.test(text)) return JSON.parse(text);
  const exact = text.replace(TEXT_OR_LONG_NUMBER, (found) =>
    found.startsWith('"') || String(Number(found)) === found ? found : `"${found}"`,
  );
  return JSON.parse(exact);
}
