import { expect, it } from 'vitest';
import { findKnownModel } from './known-models.server';

const NOW = Date.UTC(2026, 10, 28);
const server = (baseUrl: string, protocol = 'openai-compatible') => ({ baseUrl, protocol });

it('knows a model by the address of its vendor, with the source of its price', () => {
  const known = findKnownModel(server('https://openrouter.ai/api/v1'), 'openai/gpt-4o', NOW);
  expect(known?.source).toMatch(/^Public list/);
  expect(known?.rule.rates.input).toBeGreaterThan(0n);
});

it('takes this version’s own list before the public one, where the vendor itself is asked', () => {
  const known = findKnownModel(server('https://api.openai.com/v1'), 'gpt-4o-mini', NOW);
  expect(known).toMatchObject({
    contextTokens: 128_000,
    rule: { rates: { input: 150_000n, output: 600_000n, cacheRead: 75_000n } },
    source: expect.stringMatching(/^Promptwell’s list/) as string,
  });
});

it('knows a cloud without an address', () => {
  const known = findKnownModel(server('', 'bedrock'), 'amazon.nova-lite-v1:0', NOW);
  expect(known).toMatchObject({ contextTokens: 300_000 });
});

it('knows nothing of an address that is no vendor’s, nor of a name that only begins like a known one', () => {
  expect(findKnownModel(server('http://127.0.0.1:11434/v1'), 'gpt-4o', NOW)).toBeUndefined();
  expect(findKnownModel(server('https://openai.example.org/v1'), 'gpt-4o', NOW)).toBeUndefined();
  expect(findKnownModel(server('https://api.openai.com/v1'), 'gpt-4o-mini-of-ours', NOW)).toBeUndefined();
});
