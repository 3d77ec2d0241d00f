import ipaddr from 'ipaddr.js';

/** Whether an address is that of a proxy of ours; `hop` counts from the peer of the connection, which is 0. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** With a port (IIS, Azure), in brackets, or both. */
const WITH_PORT = /^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** An address as it is logged and counted, with IPv4 in its own form; undefined for what is no address. */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bracketed, dotted] = WITH_PORT.exec(trimmed) ?? [];
  const address = bracketed ?? dotted ?? trimmed;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
    ? ipaddr.process(address).toString()
    : undefined;
}

/**
 * Where a request comes from: X-Forwarded-For is believed from right to left, for as long as the address that
 * reported an entry is trusted.
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
