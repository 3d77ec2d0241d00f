import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is handed out of IPv6 so far (IANA); the rest of it is nobody's, or stands for IPv4 addresses. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for anything that is not clearly a public address, so also for what is no address at all. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6);
}
