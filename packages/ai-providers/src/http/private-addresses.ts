import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 space allocated so far (IANA). The rest is unassigned or maps IPv4. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True unless it is a valid public address. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6);
}
