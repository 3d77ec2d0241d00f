import ipaddr from 'ipaddr.js';

/** Whether an address is one of our proxies. `hop` counts from the connection's peer, which is 0. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** With a port (IIS, Azure), in brackets, or both. */
const WITH_PORT = /^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** Normalizes an address for logs and rate limits; IPv4-mapped addresses become IPv4. Undefined if it is invalid. */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bracketed, dotted] = WITH_PORT.exec(trimmed) ?? [];
  const address = bracketed ?? dotted ?? trimmed;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
    ? ipaddr.process(address).toString()
    : undefined;
}

/**
 * The client's address. Entries of X-Forwarded-For are read from right to left while the address that reported them is
 * trusted.
 */
export function clientAddressOf(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let address = parseAddress(peer ?? '') ?? '';
  const entries = forwardedFor?.split(',').toReversed() ?? [];
  for (const [hop, entry] of entries.entries()) {
    if (!isTrusted(address, hop)) return address;
    const before = parseAddress(entry);
    if (before === undefined) return address;
    address = before;
  }
  return address;
}
