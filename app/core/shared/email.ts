/** Zod's own pattern, and top-level domains in punycode. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)(?:[\w'+.-]*)[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,})$/;

/** Signs that end a host in a URL, or that URLs drop or replace silently: such a domain stays as typed, and is refused. */
const NOT_IN_DOMAIN = /[\s/\\?#:@%[\]]|\p{Default_Ignorable_Code_Point}|\p{Cc}/u;

/**
 * An email address as it is stored and compared: NFC, lower case in ASCII, an internationalized domain as punycode by
 * IDNA 2008 (`straße.de` is not `strasse.de`). Other letters stay as typed, because their case may count.
 */
export function normalizeEmail(text: string): string {
  const address = lowerAscii(text.trim().normalize('NFC'));
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replaceAll(/[。．｡]/gu, '.');
  if (at < 0 || /^[\0-\x7f]*$/.test(domain) || NOT_IN_DOMAIN.test(domain)) return address;
  return URL.canParse(`http://${domain}`)
    ? `${address.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`
    : address;
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
