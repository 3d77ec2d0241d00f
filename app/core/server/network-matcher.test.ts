import { describe, expect, it } from 'vitest';
import { createNetworkMatcher } from './network-matcher.server';

describe('networks', () => {
  const isIn = createNetworkMatcher(['10.1.0.0/16', '192.0.2.7', 'loopback', '2001:db8::/32']);

  it.each(['10.1.255.3', '::ffff:10.1.0.1', '192.0.2.7', '127.0.0.1', '::1', '2001:db8::1'])(
    'has %s',
    (address) => expect(isIn(address)).toBe(true),
  );

  it.each(['10.2.0.1', '192.0.2.8', '::ffff:192.0.2.8', '2001:db9::1', '', 'x', '10.1.0.1, 192.0.2.7'])(
    'does not have %j',
    (address) => expect(isIn(address)).toBe(false),
  );

  it('none is in none', () => {
    expect(createNetworkMatcher([])('127.0.0.1')).toBe(false);
  });
});
