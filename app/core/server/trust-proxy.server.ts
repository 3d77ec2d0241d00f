import ipaddr from 'ipaddr.js';

/** Which proxies are believed: so many in front of the server (0: none), or those in these networks. */
export type TrustProxy = number | string[];

const ON = ['true', 'on', '1'];
const OFF = ['false', 'off', '0'];
/** More proxies in a row than any installation has. */
const MAX_HOPS = 20;
/** Names that Express knows for networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads TRUST_PROXY; undefined when it is neither. No value believes everybody, as Express's own `true` does. */
export function parseTrustProxy(value: string): TrustProxy | undefined {
  if (ON.includes(value)) return 1;
  if (OFF.includes(value)) return 0;
  if (/^\d+$/.test(value)) return Number(value) <= MAX_HOPS ? Number(value) : undefined;
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
