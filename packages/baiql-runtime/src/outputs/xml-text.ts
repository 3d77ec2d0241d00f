// XML 1.0 has no way to say these, escaped or not.
const UNSAYABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text without the characters that XML cannot hold (controls, halves of surrogate pairs). */
export function dropUnsayable(text: string): string {
  return text.replace(UNSAYABLE, '');
}

/** A text as it stands inside an XML element or attribute. */
export function escapeXml(text: string): string {
  return (
    dropUnsayable(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Parsers turn a bare return into a line feed.
      .replaceAll('\r', '&#13;')
  );
}
