/**
 * A text, or a whole number that may be longer than what JavaScript counts exactly. A text that never ends goes to the
 * end, so that none is looked through twice.
 */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/gsu;

/**
 * As `JSON.parse`, but a whole number that would come out as another one is the text of its digits: ids of messages and
 * parcels have 18 and more.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/u.test(text)) return JSON.parse(text);
  const exact = text.replace(TEXT_OR_LONG_NUMBER, (found) =>
    found.startsWith('"') || String(Number(found)) === found ? found : `"${found}"`,
  );
  return JSON.parse(exact);
}
