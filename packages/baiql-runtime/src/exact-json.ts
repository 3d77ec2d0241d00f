/**
 * A string, or an integer that may exceed JavaScript's exact range. An unterminated string extends to the end, so that
 * no part is scanned twice.
 */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/gsu;

/**
 * Like `JSON.parse`, but an integer that would lose precision becomes a string of its digits: message and parcel ids
 * have 18 or more.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/u.test(text)) return JSON.parse(text);
  const exact = text.replace(TEXT_OR_LONG_NUMBER, (found) =>
    found.startsWith('"') || String(Number(found)) === found ? found : `"${found}"`,
  );
  return JSON.parse(exact);
}
