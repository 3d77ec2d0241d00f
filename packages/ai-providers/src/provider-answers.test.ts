import { describe, expect, test } from 'vitest';
import { expectedAnswer } from '../../../tests/vendors/vendor-request';
import { API_KEY, PROMPT, VENDORS, call, connectTo } from './provider-test-kit.js';

describe.each(VENDORS)('a provider behind $name', (one) => {
  const { kind } = one;
  const its = connectTo(one);

  describe('answering', () => {
    test('gives text, usage and request id of a whole answer', async () => {
      const result = await its.provider.complete(call());
      expect(result).toMatchObject({
        text: expectedAnswer(PROMPT),
        finishReason: 'stop',
        usage: usageReported(),
      });
      expect(result.requestId).toMatch(/^mock-/);
    });

    test('hands over a streamed answer piece by piece, with the same usage at the end', async () => {
      const pieces: string[] = [];
      const result = await its.provider.complete(call({ onText: (piece) => void pieces.push(piece) }));
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.join('')).toBe(expectedAnswer(PROMPT));
      expect(result.text).toBe(expectedAnswer(PROMPT));
      expect(result.usage).toEqual(usageReported());
      expect(result.requestId).toMatch(/^mock-/);
    });

    test.each(['whole', 'streamed'])('says why a %s answer ended', async (mode) => {
      const onText = mode === 'streamed' ? () => undefined : undefined;
      expect((await its.provider.complete(call({ model: 'mock-length', onText }))).finishReason).toBe(
        'length',
      );
      expect((await its.provider.complete(call({ model: 'mock-filtered', onText }))).finishReason).toBe(
        'filtered',
      );
    });

    test.each(['whole', 'streamed'])(
      'counts the tokens itself when a %s answer has no usage',
      async (mode) => {
        const onText = mode === 'streamed' ? () => undefined : undefined;
        const { usage } = await its.provider.complete(call({ model: 'mock-no-usage', onText }));
        expect(usage.source).toBe('counted');
        expect(usage.inputTokens).toBeGreaterThan(8);
        expect(usage.outputTokens).toBeGreaterThan(20);
      },
    );

    test('puts letters that were cut in the middle of a chunk together again', async () => {
      const text = 'Größe, 大きさ, размер, 👩‍🚀 — done.';
      its.vendor.script({ kind: 'reply', text, chunks: 40 });
      expect((await its.provider.complete(call({ onText: () => undefined }))).text).toBe(text);
    });

    test('lists the models by name', async () => {
      expect(await its.provider.listModels()).toEqual(['mock-large', 'mock-small']);
    });

    test('sends the key, the limit, the system text and the picture as the vendor wants them', async () => {
      await its.provider.complete(
        call({
          temperature: 0.3,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: PROMPT, images: [{ mimeType: 'image/png', base64: 'iVBORw0KGgo=' }] },
          ],
        }),
      );
      const [request] = its.vendor.log.requests;
      expect(request?.headers).toMatchObject(WANTED_HEADERS[kind]);
      expect(request?.body).toMatchObject(WANTED_BODIES[kind]);
    });
  });

  describe('being stopped', () => {
    test('in the middle of a stream is no error: what was received comes back, counted', async () => {
      const stopper = new AbortController();
      const pieces: string[] = [];
      its.vendor.script({ kind: 'reply', hold: 'middle' });
      const result = await its.provider.complete(
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
      await its.vendor.until((log) => log.stats.cancelled === 1);
    });

    test.each(['whole', 'streamed'])('before the first byte of a %s answer it ends at once', async (mode) => {
      const stopper = new AbortController();
      its.vendor.script({ kind: 'hang' });
      const onText = mode === 'streamed' ? () => undefined : undefined;
      const running = its.provider.complete(call({ signal: stopper.signal, onText }));
      await its.vendor.until((log) => log.stats.held === 1);
      stopper.abort();
      const result = await running;
      expect(result).toMatchObject({ finishReason: 'stopped', text: '' });
      expect(result.usage.outputTokens).toBe(0);
      expect(result.usage.inputTokens).toBeGreaterThan(0);
    });

    test('before the start sends nothing and uses nothing', async () => {
      const result = await its.provider.complete(call({ signal: AbortSignal.abort() }));
      expect(result).toMatchObject({ finishReason: 'stopped', usage: { inputTokens: 0, outputTokens: 0 } });
      expect(its.vendor.log.stats.requests).toBe(0);
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
