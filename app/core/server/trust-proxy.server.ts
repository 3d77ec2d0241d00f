import ipaddr from 'ipaddr.js';

/** Trusted proxies: a number of hops in front of the server (0: none), or networks. */
export type TrustProxy = number | string[];

const ON = ['true', 'on', '1'];
const OFF = ['false', 'off', '0'];
/** More hops than any installation has. */
const MAX_HOPS = 20;
/** Network names known to Express. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Parses TRUST_PROXY; undefined if invalid. Unlike Express's own `true`, no value trusts everyone. */
export function parseTrustProxy(value: string): TrustProxy | undefined {
  if (ON.includes(value)) return 1;
  if (OFF.includes(value)) return 0;
  if (/^\d+$/.test(value)) return Number(value) <= MAX_HOPS ? Number(value) : undefined;
  return parseNetworks(value);
}

/** Networks, single addresses and names such as `loopback`, separated by commas; undefined if one is invalid. */
export function parseNetworks(value: string): string[] | undefined {
  const networks = value.split(',').map((each) => each.trim());
  return networks.every((each) => NAMED_NETWORKS.includes(each) || isNetwork(each)) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  if (!text.includes('/')) return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  try {
    const [, prefix] = ipaddr.parseCIDR(text);
    return prefix > 0;
  } catch {
    return false;
  }
}
