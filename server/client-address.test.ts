import express from 'express';
import { describe, expect, it } from 'vitest';
import { clientAddressOf, type IsTrusted } from './client-address';

/** As Express reads its setting. */
const trusting = (setting: number | string[]): IsTrusted =>
  express().set('trust proxy', setting).get('trust proxy fn') as IsTrusted;
const oneHop = trusting(1);

describe('the address of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:50112', '203.0.113.9'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:50112', '2001:db8::7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9:50112', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
  ])('is read from X-Forwarded-For: %s', (header, address) => {
    expect(clientAddressOf('::ffff:127.0.0.1', header, oneHop)).toBe(address);
  });

  it.each(['unknown', '_hidden', '', '203.0.113.9x', '1', '[203.0.113', 'a,', '999.1.1.1:80'])(
    'is the proxy’s own where the header has none: %j',
    (header) => {
      expect(clientAddressOf('10.0.0.2', header, oneHop)).toBe('10.0.0.2');
    },
  );

  it('is the peer’s own when no proxy is trusted, or there is no header', () => {
    expect(clientAddressOf('::ffff:198.51.100.4', '203.0.113.9', trusting(0))).toBe('198.51.100.4');
    expect(clientAddressOf('10.0.0.2', undefined, oneHop)).toBe('10.0.0.2');
    expect(clientAddressOf(undefined, '203.0.113.9', trusting(0))).toBe('');
  });

  it('is behind as many proxies as are trusted, whatever a client claims before them', () => {
    const header = '192.0.2.66, 203.0.113.9, 10.0.0.3:443';
    expect(clientAddressOf('10.0.0.2', header, trusting(1))).toBe('10.0.0.3');
    expect(clientAddressOf('10.0.0.2', header, trusting(2))).toBe('203.0.113.9');
  });

  it('is the first one outside the trusted networks', () => {
    const inside = trusting(['10.0.0.0/8', 'loopback']);
    const header = '192.0.2.66, 203.0.113.9:1, 10.0.0.3:443, 10.9.0.1';
    expect(clientAddressOf('::ffff:127.0.0.1', header, inside)).toBe('203.0.113.9');
    expect(clientAddressOf('198.51.100.4', header, inside)).toBe('198.51.100.4');
  });
});
