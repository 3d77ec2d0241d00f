import ipaddr from 'ipaddr.js';

/** Network names, as Express knows them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is in one of the networks. Single addresses count as such; IPv4-mapped ones as IPv4. */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((network) => NAMED[network] ?? [network]).map(parseRange);
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, prefix]) => base.kind() === parsed.kind() && parsed.match(base, prefix));
  };
}

function parseRange(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (network.includes('/')) return ipaddr.parseCIDR(network);
  const address = ipaddr.process(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
