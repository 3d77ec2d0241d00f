import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectedAnswer } from '../../../tests/vendors/vendor-request';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import type { AiProvider } from './contract.js';
import { API_KEY, PROMPT, VENDORS, call, get, registryFor } from './provider-test-kit.js';
import type { ProviderRegistry } from './registry.js';

describe.each(VENDORS)('a provider behind $name', ({ kind, start }) => {
  let vendor: VendorServer;
  let registry: ProviderRegistry;
  let provider: AiProvider;

  beforeAll(async () => {
    vendor = await start();
    registry = registryFor(vendor, kind);
    provider = get(registry);
  });
  afterEach(() => {
    vendor.release();
    vendor.log.reset();
  });
  afterAll(async () => {
    await registry.close();
    await vendor.close();
  });

  describe('answering', () => {
    test('gives text, usage and request id of a whole answer', async () => {
      const result = await provider.complete(call());
      expect(result).toMatchObject({
        text: expectedAnswer(PROMPT),
        finishReason: 'stop',
        usage: usageReported(),
      });
      expect(result.requestId).toMatch(/^mock-/);
    });

    test('hands over a streamed answer piece by piece, with the same usage at the end', async () => {
      const pieces: string[] = [];
      const result = await provider.complete(call({ onText: (piece) => void pieces.push(piece) }));
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.join('')).toBe(expectedAnswer(PROMPT));
      expect(result.text).toBe(expectedAnswer(PROMPT));
      expect(result.usage).toEqual(usageReported());
      expect(result.requestId).toMatch(/^mock-/);
    });

    test.each(['whole', 'streamed'])('says why a %s answer ended', async (mode) => {
      const onText = mode === 'streamed' ? () => undefined : undefined;
      expect((await provider.complete(call({ model: 'mock-length', onText }))).finishReason).toBe('length');
      expect((await provider.complete(call({ model: 'mock-filtered', onText }))).finishReason).toBe(
        'filtered',
      );
    });

    test.each(['whole', 'streamed'])(
      'counts the tokens itself when a %s answer has no usage',
      async (mode) => {
        const onText = mode === 'streamed' ? () => undefined : undefined;
        const { usage } = await provider.complete(call({ model: 'mock-no-usage', onText }));
        expect(usage.source).toBe('counted');
        expect(usage.inputTokens).toBeGreaterThan(8);
        expect(usage.outputTokens).toBeGreaterThan(20);
      },
    );

    test('puts letters that were cut in the middle of a chunk together again', async () => {
      const text = 'Größe, 大きさ, размер, 👩‍🚀 — done.';
      vendor.script({ kind: 'reply', text, chunks: 40 });
      expect((await provider.complete(call({ onText: () => undefined }))).text).toBe(text);
    });

    test('lists the models by name', async () => {
      expect(await provider.listModels()).toEqual(['mock-large', 'mock-small']);
    });

    test('sends the key, the limit, the system text and the picture as the vendor wants them', async () => {
      await provider.complete(
        call({
          temperature: 0.3,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: PROMPT, images: [{ mimeType: 'image/png', base64: 'iVBORw0KGgo=' }] },
          ],
        }),
      );
      const [request] = vendor.log.requests;
      expect(request?.headers).toMatchObject(WANTED_HEADERS[kind]);
      expect(request?.body).toMatchObject(WANTED_BODIES[kind]);
    });
  });

  describe('being stopped', () => {
    test('in the middle of a stream is no error: what was received comes back, counted', async () => {
      const stopper = new AbortController();
      const pieces: string[] = [];
      vendor.script({ kind: 'reply', hold: 'middle' });
      const result = await provider.complete(
        call({
          signal: stopper.signal,
          onText: (piece) => {
            pieces.push(piece);
            if (pieces.length === 3) stopper.abort();
          },
        }),
      );
      expect(result.finishReason).toBe('stopped');
      expect(pieces).toHaveLength(3);
      expect(result.text).toBe(pieces.join(''));
      expect(result.usage).toMatchObject({ source: 'counted' });
      expect(result.usage.inputTokens).toBeGreaterThan(0);
      expect(result.usage.outputTokens).toBeGreaterThan(0);
      await vendor.until((log) => log.stats.cancelled === 1);
    });

    test.each(['whole', 'streamed'])('before the first byte of a %s answer it ends at once', async (mode) => {
      const stopper = new AbortController();
      vendor.script({ kind: 'hang' });
      const onText = mode === 'streamed' ? () => undefined : undefined;
      const running = provider.complete(call({ signal: stopper.signal, onText }));
      await vendor.until((log) => log.stats.held === 1);
      stopper.abort();
      const result = await running;
      expect(result).toMatchObject({ finishReason: 'stopped', text: '' });
      expect(result.usage.outputTokens).toBe(0);
      expect(result.usage.inputTokens).toBeGreaterThan(0);
    });

    test('before the start sends nothing and uses nothing', async () => {
      const result = await provider.complete(call({ signal: AbortSignal.abort() }));
      expect(result).toMatchObject({ finishReason: 'stopped', usage: { inputTokens: 0, outputTokens: 0 } });
      expect(vendor.log.stats.requests).toBe(0);
    });
  });
});

const WANTED_HEADERS = {
  openai: { authorization: `Bearer ${API_KEY}` },
  anthropic: { authorization: `Bearer ${API_KEY}` },
};

const WANTED_BODIES = {
  openai: {
    max_tokens: 200,
    temperature: 0.3,
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: PROMPT },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ],
  },
  anthropic: {
    max_tokens: 200,
    system: 'Be brief.',
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
          },
          { type: 'text', text: PROMPT },
        ],
      },
    ],
  },
};

function usageReported() {
  return {
    inputTokens: Math.ceil(PROMPT.length / 4),
    outputTokens: Math.ceil(expectedAnswer(PROMPT).length / 4),
    source: 'provider',
  };
}
