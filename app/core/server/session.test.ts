import { describe, expect, it } from 'vitest';
import {
  clearedSessionCookie,
  isSecure,
  readBearerToken,
  readSessionCookie,
  sessionCookie,
} from './session.server';

const requestWith = (headers: Record<string, string>, url = 'http://promptwell.test/') =>
  new Request(url, { headers });

describe('the session cookie', () => {
  it('is out of reach of scripts and other sites, and lives as long as the browser', () => {
    expect(sessionCookie('abc', { secure: false, remember: false })).toBe(
      'promptwell_session=abc; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('lives thirty days when the person wants to be remembered', () => {
    expect(sessionCookie('abc', { secure: false, remember: true })).toContain('; Max-Age=2592000');
  });

  it('is Secure on https, under a name that no neighbouring host can plant', () => {
    expect(sessionCookie('abc', { secure: true, remember: false })).toBe(
      '__Host-promptwell_session=abc; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(readSessionCookie(requestWith({ Cookie: 'promptwell_session=planted' }), true)).toBeUndefined();
    expect(readSessionCookie(requestWith({ Cookie: 'a=b; __Host-promptwell_session=abc' }), true)).toBe(
      'abc',
    );
  });

  it('is taken away under the same name', () => {
    expect(clearedSessionCookie(true)).toContain('__Host-promptwell_session=; ');
    expect(clearedSessionCookie(false)).toContain('Max-Age=0');
    expect(readSessionCookie(requestWith({ Cookie: 'promptwell_session=' }), false)).toBeUndefined();
  });
});

it('knows an encrypted connection by our public address, or by what the trusted proxy said', () => {
  expect(isSecure(requestWith({}), 'https://promptwell.test')).toBe(true);
  expect(isSecure(requestWith({}, 'https://promptwell.test/'), undefined)).toBe(true);
  expect(isSecure(requestWith({}), undefined)).toBe(false);
  expect(isSecure(requestWith({}), 'http://promptwell.test')).toBe(false);
});

describe('a bearer token', () => {
  it.each([
    ['Bearer abc-_9', 'abc-_9'],
    ['bearer   abc', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['Bearer null!', undefined],
    [`Bearer ${'a'.repeat(201)}`, undefined],
  ])('is read from %j as %j', (header, token) => {
    expect(readBearerToken(requestWith({ Authorization: header }))).toBe(token);
  });
});
