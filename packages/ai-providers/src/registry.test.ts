import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
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

  test('takes new settings while a call goes on with the old ones', async () => {
    vendor.log.reset();
    const setting = (apiKey: string): ProviderSettings => ({
      key: 'it',
      kind: 'openai-compatible',
      apiKey,
      baseUrl: vendor.baseUrl,
      allowPrivate: true,
    });
    const call = { model: 'm', messages: [textMessage('user', 'Hello')], maxOutputTokens: 50 };
    const registry = createProviders([setting('first')]);
    vendor.script({ kind: 'reply', text: 'One', hold: 'middle' });
    const before = registry.get('it');
    const pending = before && complete(before, call);
    await vendor.until((log) => log.stats.held === 1);
    registry.replace([setting('second')]);
    const after = registry.get('it');
    expect(after && (await complete(after, call)).finishReason).toBe('stop');
    expect(() => registry.replace([{ ...setting('third'), baseUrl: 'no address' }])).toThrow('base URL');
    expect(registry.get('it')).toBe(after);
    vendor.release();
    expect((await pending)?.text).toBe('One');
    expect(vendor.log.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
    registry.replace([]);
    expect(registry.list()).toEqual([]);
    await registry.close();
  });

  /** The model list read from a server with this response. */
  async function listOf(contentType: string, body: string): Promise<string[] | undefined> {
    const site = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(body);
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const registry = createProviders([
      {
        key: 'it',
        kind: 'openai-compatible',
        baseUrl: `http://127.0.0.1:${String(port)}`,
        allowPrivate: true,
      },
    ]);
    try {
      return await registry.get('it')?.listModels();
    } finally {
      await registry.close();
      site.close();
    }
  }

  test('does not take a web page for an empty list of models', async () => {
    await expect(listOf('text/html', '<!doctype html><p>Hello</p>')).rejects.toMatchObject({
      kind: 'bad_answer',
    });
  });

  test('reads the list of Together AI, which has no frame', async () => {
    const models = [{ id: 'openai/gpt-oss-20b', object: 'model' }, { id: 'google/gemma-4' }];
    expect(await listOf('application/json', JSON.stringify(models))).toEqual([
      'google/gemma-4',
      'openai/gpt-oss-20b',
    ]);
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
