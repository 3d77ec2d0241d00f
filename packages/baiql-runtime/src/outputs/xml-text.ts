// XML 1.0 cannot represent these, even escaped.
const INVALID_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes characters that XML does not allow (controls, lone surrogates). */
export function removeInvalidXml(text: string): string {
  return text.replace(INVALID_XML, '');
}

/** Escapes a text for an XML element or attribute. */
export function escapeXml(text: string): string {
  return (
    removeInvalidXml(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Parsers turn a lone carriage return into a line feed.
      .replaceAll('\r', '&#13;')
  );
}
