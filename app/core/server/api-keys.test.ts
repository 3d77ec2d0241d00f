import { expect, it } from 'vitest';
import { isWellFormedApiKey, looksLikeApiKey, newApiKeySecret, prefixOfApiKey } from './api-keys.server';

it('makes secrets that scanners recognize, none twice', () => {
  const secrets = Array.from({ length: 500 }, newApiKeySecret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^pw_[0-9A-Za-z]{46}$/);
    expect(isWellFormedApiKey(secret)).toBe(true);
  }
  expect(new Set(secrets).size).toBe(500);
  expect(new Set(secrets.map(prefixOfApiKey)).size).toBe(500);
});

it('refuses a secret with any other character, length or checksum', () => {
  const secret = newApiKeySecret();
  for (let i = 3; i < secret.length; i += 1) {
    const other = secret[i] === 'a' ? 'b' : 'a';
    expect(isWellFormedApiKey(`${secret.slice(0, i)}${other}${secret.slice(i + 1)}`)).toBe(false);
  }
  for (const wrong of [`${secret}a`, secret.slice(0, -1), secret.toUpperCase(), ` ${secret}`, 'pw_', ''])
    expect(isWellFormedApiKey(wrong)).toBe(false);
});

it('takes any token with the prefix for a key, so that a mistyped one says so', () => {
  expect(looksLikeApiKey('pw_mistyped')).toBe(true);
  expect(looksLikeApiKey('sk-proj-1234')).toBe(false);
});
