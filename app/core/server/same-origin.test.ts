import { describe, expect, it } from 'vitest';
import { isCrossSite } from './same-origin.server';

const request = (headers: Record<string, string>, method = 'POST') => ({
  method,
  header: (name: string) => headers[name],
});
const host = 'promptwell.test';
const isRefused = (headers: Record<string, string>, method?: string, appUrl?: string) =>
  isCrossSite(request({ host, ...headers }, method), appUrl);

describe('a request that would change something', () => {
  it.each([
    ['another site, by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['another site, by its origin', { origin: 'https://evil.test' }],
    ['a site whose name begins like ours', { origin: 'https://promptwell.test.evil.test' }],
    ['the same host on another port', { origin: 'https://promptwell.test:8443' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an unreadable origin', { origin: 'nonsense' }],
    [
      'another site, with a password instead of a token',
      { origin: 'https://evil.test', authorization: 'Basic eDp5' },
    ],
  ])('is refused when it comes from %s', (_name, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post'])
      expect(isRefused(headers, method)).toBe(true);
  });

  it.each([
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['our own page that hides where it is', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['the person themselves', { 'sec-fetch-site': 'none' }],
    [
      'our own page on plain http, where browsers send the origin alone',
      { origin: 'http://promptwell.test' },
    ],
    ['a script without any of these headers', {}],
    ['a script with a token, wherever it runs', { origin: 'https://evil.test', authorization: 'Bearer abc' }],
  ])('is let through when it comes from %s', (_name, headers) => {
    expect(isRefused(headers)).toBe(false);
  });

  it('may name the public address when a proxy hides the host', () => {
    const headers = { host: '127.0.0.1:3000', origin: 'https://promptwell.example' };
    expect(isRefused(headers)).toBe(true);
    expect(isRefused(headers, 'POST', 'https://promptwell.example')).toBe(false);
  });

  it('is of another site by plain http where the public address is https', () => {
    const origin = 'http://promptwell.test';
    expect(isRefused({ origin }, 'POST', 'https://promptwell.test')).toBe(true);
    expect(isRefused({ origin }, 'POST', 'http://promptwell.test')).toBe(false);
    expect(isRefused({ origin: 'https://promptwell.test' }, 'POST', 'https://promptwell.test')).toBe(false);
  });
});

it('lets everybody read', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect(isRefused({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, method)).toBe(false);
  }
});
