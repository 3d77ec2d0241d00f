import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet, by the IANA special-purpose registries. */
const PRIVATE_NETWORKS: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const privateNetworks = new BlockList();
for (const [network, prefix, family] of PRIVATE_NETWORKS) {
  privateNetworks.addSubnet(network, prefix, family);
}

/** True for anything that is not clearly a public address, so also for what is no address at all. */
export function isPrivateAddress(address: string): boolean {
  const withoutZone = address.split('%')[0] ?? '';
  switch (isIP(withoutZone)) {
    case 4:
      return privateNetworks.check(withoutZone, 'ipv4');
    case 6:
      return privateNetworks.check(withoutZone, 'ipv6');
    default:
      return true;
  }
}
