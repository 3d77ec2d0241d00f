import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import type { CompletionCall } from './contract.js';
import { createProviders, type ProviderSettings } from './registry.js';

describe('the registry of providers', () => {
  let vendor: VendorServer;
  beforeAll(async () => {
    vendor = await startOpenAiServer({ models: ['models/gemini-2.5-flash', 'plain'] });
  });
  afterAll(() => vendor.close());

  async function bodySentTo(kind: ProviderSettings['kind'], changes: Partial<CompletionCall>) {
    vendor.log.reset();
    const registry = createProviders([{ key: 'it', kind, baseUrl: vendor.baseUrl, allowPrivate: true }]);
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    await registry.get('it')?.complete({ model: 'm', messages, maxOutputTokens: 50, ...changes });
    await registry.close();
    return vendor.log.requests[0];
  }

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
    const request = await bodySentTo('openai-compatible', {});
    expect(request?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['openai', 'gpt-4o-mini', { max_completion_tokens: 50, temperature: 0.5, top_p: 0.9 }],
    ['openai-compatible', 'gpt-oss:20b', { max_tokens: 50, temperature: 0.5, top_p: 0.9 }],
    ['gemini', 'gemini-2.5-flash', { max_tokens: 50, temperature: 0.5, top_p: 0.9 }],
    ['perplexity', 'sonar', { max_tokens: 50, temperature: 0.5 }],
  ] as const)('asks %s %s for what it understands', async (kind, model, wanted) => {
    const request = await bodySentTo(kind, { model, temperature: 0.5, topP: 0.9 });
    expect(request?.body).toMatchObject(wanted);
  });

  test.each(['o3', 'o4-mini', 'gpt-5-mini'])(
    'asks OpenAI’s reasoning model %s for no sampling',
    async (model) => {
      const request = await bodySentTo('openai', { model, temperature: 0.5, topP: 0.9 });
      expect(request?.body).toMatchObject({ max_completion_tokens: 50 });
      expect(request?.body).not.toHaveProperty('temperature');
      expect(request?.body).not.toHaveProperty('top_p');
    },
  );

  test('asks for JSON in the way that each provider has', async () => {
    const withMode = await bodySentTo('openai', { json: true });
    expect(withMode?.body).toMatchObject({ response_format: { type: 'json_object' } });
    const withoutMode = await bodySentTo('perplexity', { json: true });
    expect(withoutMode?.body).not.toHaveProperty('response_format');
    expect(JSON.stringify(withoutMode?.body)).toContain('one JSON object');
  });

  test('takes JSON out of its Markdown fence', async () => {
    const registry = createProviders([
      { key: 'it', kind: 'openai', baseUrl: vendor.baseUrl, allowPrivate: true },
    ]);
    vendor.script({ kind: 'reply', text: '```json\n{"a": 1}\n```' });
    const messages = [{ role: 'user' as const, content: 'Give me JSON' }];
    const asked = { model: 'm', messages, maxOutputTokens: 50, json: true };
    expect((await registry.get('it')?.complete(asked))?.text).toBe('{"a": 1}');
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
