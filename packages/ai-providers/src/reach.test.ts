import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAnthropicServer } from '../../../tests/vendors/anthropic-server';
import { startAnsweringServer } from '../../../tests/vendors/answering-server';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import { complete } from './complete.js';
import { createProviders, type ProviderRegistry, type ProviderSettings } from './registry.js';
import { call, failureOf, get } from './test-support/provider-test-kit.js';

// Where each kind of provider sends, and what goes along.

const REPLY = [
  'data: {"id":"a","choices":[{"delta":{"content":"Green."},"finish_reason":"stop"}]}\n\n',
  'data: {"id":"a","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}\n\n',
];
let answer = { status: 200, pieces: REPLY };
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let registry: ProviderRegistry | undefined;
beforeEach(async () => {
  answer = { status: 200, pieces: REPLY };
  server = await startAnsweringServer(() => ({
    headers: { 'content-type': 'text/event-stream' },
    ...answer,
  }));
});
afterEach(async () => {
  await registry?.close();
  await server.close();
});

function connect(setting: Partial<ProviderSettings> & Pick<ProviderSettings, 'kind'>) {
  registry = createProviders([
    { key: 'it', apiKey: 'key-0123456789', baseUrl: server.origin, allowPrivate: true, ...setting },
  ]);
  return get(registry);
}

describe('Azure', () => {
  it.each([
    [{ apiVersion: '2024-10-21' }, '/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21'],
    [{}, '/openai/v1/chat/completions'],
  ])('with %j is asked at %s, with its key as api-key', async (setting, url) => {
    const provider = connect({ kind: 'azure', baseUrl: `${server.origin}/openai/v1/`, ...setting });
    const asked = call({ model: 'my gpt', modelBehind: 'gpt-5-mini' });
    expect(await complete(provider, asked)).toMatchObject({ text: 'Green.' });
    expect(server.requests[0]).toMatchObject({ url });
    const { headers, body } = server.requests[0] ?? expect.unreachable();
    expect([headers['api-key'], headers.authorization]).toEqual(['key-0123456789', undefined]);
    expect(JSON.parse(body)).toMatchObject({ model: 'my gpt', max_completion_tokens: 200 });
  });

  it.each([{ apiVersion: '2024-10-21' }, {}])('with %j lists what is deployed', async (setting) => {
    const data = [
      { id: 'small', model: 'gpt-5-mini', status: 'succeeded' },
      { id: 'coming', model: 'gpt-5', status: 'running' },
      { id: 'large', model: 'gpt-5' },
    ];
    answer = { status: 200, pieces: [JSON.stringify({ data })] };
    const provider = connect({ kind: 'azure', ...setting });
    expect(await provider.listModels()).toEqual(['large', 'small']);
    const { url, headers } = server.requests[0] ?? expect.unreachable();
    expect(url).toBe('/openai/deployments?api-version=2023-03-15-preview');
    expect(headers['api-key']).toBe('key-0123456789');
  });

  it('lists none where the resource doesn’t, and says when the key is refused', async () => {
    const provider = connect({ kind: 'azure' });
    answer = { status: 404, pieces: ['{"error":{"code":"404","message":"Resource not found"}}'] };
    expect(await provider.listModels()).toEqual([]);
    answer = { status: 401, pieces: ['{"error":{"code":"401","message":"Access denied"}}'] };
    await expect(provider.listModels()).rejects.toMatchObject({ kind: 'unauthorised' });
  });
});

describe('a server of one’s own', () => {
  it.each([
    ['anthropic-messages', startAnthropicServer],
    ['openai-responses', startResponsesServer],
  ] as const)('may speak %s', async (kind, start) => {
    const vendor = await start();
    try {
      // With a trailing /v1, as users often copy it.
      const baseUrl = `${vendor.origin}/v1`;
      expect(await complete(connect({ kind, baseUrl }), call())).toMatchObject({ finishReason: 'stop' });
      expect(vendor.log.requests).toHaveLength(1);
    } finally {
      await vendor.close();
    }
  });
});

describe('extra headers', () => {
  const headers = { 'X-Team': 'support', 'Helicone-Auth': 'Bearer sk-gateway-secret' };

  it('go with every request', async () => {
    const provider = connect({ kind: 'openai-compatible', headers });
    await complete(provider, call());
    expect(server.requests[0]?.headers).toMatchObject({
      'x-team': 'support',
      'helicone-auth': 'Bearer sk-gateway-secret',
      authorization: 'Bearer key-0123456789',
    });
  });

  it('are never quoted from what a vendor says', async () => {
    answer = {
      status: 401,
      pieces: ['{"error":{"message":"Bad auth Bearer sk-gateway-secret with key-0123456789"}}'],
    };
    const { vendorDetail } = await failureOf(connect({ kind: 'openai-compatible', headers }), call());
    expect(vendorDetail?.sentence).toBe('Bad auth … with …');
  });
});
