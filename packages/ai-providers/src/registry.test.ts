import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { complete } from './complete.js';
import { textMessage } from './contract.js';
import { createProviders, type ProviderSettings } from './registry.js';

describe('the registry of providers', () => {
  let vendor: VendorServer;
  beforeAll(async () => {
    vendor = await startOpenAiServer({ models: ['models/gemini-2.5-flash', 'plain'] });
  });
  afterAll(() => vendor.close());

  test('knows its providers by their keys and no others', async () => {
    const registry = createProviders([
      { key: 'Demo', kind: 'demo', allowPrivate: false },
      { key: 'OpenAI', kind: 'openai', apiKey: 'k', allowPrivate: false },
      { key: 'Gemini', kind: 'gemini', apiKey: 'k', allowPrivate: false },
      { key: 'Perplexity', kind: 'perplexity', apiKey: 'k', allowPrivate: false },
      { key: 'Anthropic', kind: 'anthropic', apiKey: 'k', allowPrivate: false },
    ]);
    expect(registry.list()).toEqual(['Demo', 'OpenAI', 'Gemini', 'Perplexity', 'Anthropic']);
    expect(registry.get('Demo')).toBeDefined();
    expect(registry.get('demo')).toBeUndefined();
    await registry.close();
  });

  test.each([
    ['an address that is missing', undefined, 'The provider "Local" needs a base URL.'],
    [
      'an address that is none',
      'not a url',
      'The base URL of the provider "Local" is not an http or https address.',
    ],
    ['a file', 'file:///etc/passwd', 'The base URL of the provider "Local" is not an http or https address.'],
  ])('names the provider that has %s', (_, baseUrl, message) => {
    const setting: ProviderSettings = {
      key: 'Local',
      kind: 'openai-compatible',
      baseUrl,
      allowPrivate: true,
    };
    expect(() => createProviders([setting])).toThrow(message);
  });

  test('keeps a server that an administrator added out of the private network', async () => {
    vendor.log.reset();
    const registry = createProviders([
      { key: 'Added', kind: 'openai-compatible', baseUrl: vendor.baseUrl, allowPrivate: false },
    ]);
    await expect(registry.get('Added')?.listModels()).rejects.toMatchObject({
      kind: 'refused',
      sent: false,
      certain: true,
      message: 'This provider’s address is in a private network, which is not allowed for it.',
    });
    expect(vendor.log.stats.requests).toBe(0);
    await registry.close();
  });

  test('sends no key to a server that has none', async () => {
    vendor.log.reset();
    const registry = createProviders([
      { key: 'it', kind: 'openai-compatible', baseUrl: vendor.baseUrl, allowPrivate: true },
    ]);
    const provider = registry.get('it');
    if (!provider) throw new Error('It is not there.');
    await complete(provider, { model: 'm', messages: [textMessage('user', 'Hello')], maxOutputTokens: 50 });
    expect(vendor.log.requests[0]?.headers.authorization).toBeUndefined();
    await registry.close();
  });

  test('lists Gemini’s models by the names that calls use', async () => {
    const registry = createProviders([
      { key: 'it', kind: 'gemini', baseUrl: vendor.baseUrl, allowPrivate: true },
    ]);
    expect(await registry.get('it')?.listModels()).toEqual(['gemini-2.5-flash', 'plain']);
    await registry.close();
  });
});
