import { describe, expect, test } from 'vitest';
import { expectedAnswer } from '../../../tests/vendors/vendor-request';
import { complete } from './complete.js';
import type { ProviderEvent } from './contract.js';
import { PROMPT, VENDORS, call, connectTo } from './test-support/provider-test-kit.js';

describe.each(VENDORS)('a provider behind $name', (one) => {
  const its = connectTo(one);

  describe('answering', () => {
    test('gives the text piece by piece, and at its end the usage and the request id', async () => {
      const pieces: string[] = [];
      const result = await complete(its.provider, call(), (piece) => void pieces.push(piece));
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.join('')).toBe(expectedAnswer(PROMPT));
      expect(result).toMatchObject({
        text: expectedAnswer(PROMPT),
        finishReason: 'stop',
        usage: usageReported(),
        warnings: [],
        sources: [],
      });
      expect(result.requestId).toMatch(/^mock-/);
    });

    test('says why an answer ended', async () => {
      expect((await complete(its.provider, call({ model: 'mock-length' }))).finishReason).toBe('length');
      const filtered = await complete(its.provider, call({ model: 'mock-filtered' }));
      expect(filtered.finishReason).toBe('filtered');
      expect(filtered.vendorReason).toMatch(/refusal|content_filter/);
    });

    test('counts the tokens itself when an answer has no usage', async () => {
      const { usage } = await complete(its.provider, call({ model: 'mock-no-usage' }));
      expect(usage.source).toBe('counted');
      expect(usage.input.total).toBeGreaterThan(8);
      expect(usage.output.total).toBeGreaterThan(20);
    });

    test('counts them, too, where the vendor says that there were none', async () => {
      its.vendor.script({ kind: 'reply', usage: { inputTokens: 0, outputTokens: 0 } });
      const { usage } = await complete(its.provider, call());
      expect(usage.source).toBe('counted');
      expect(usage.input.total).toBeGreaterThan(8);
      expect(usage.output.total).toBeGreaterThan(20);
    });

    test('puts letters that were cut in the middle of a chunk together again', async () => {
      const text = 'Größe, 大きさ, размер, 👩‍🚀 — done.';
      its.vendor.script({ kind: 'reply', text, chunks: 40 });
      expect((await complete(its.provider, call())).text).toBe(text);
    });

    test('takes JSON out of its Markdown fence', async () => {
      its.vendor.script({ kind: 'reply', text: '```json\n{"a": 1}\n```' });
      expect((await complete(its.provider, call({ format: { type: 'json' } }))).text).toBe('{"a": 1}');
    });

    test('lists the models by name', async () => {
      expect(await its.provider.listModels()).toEqual(['mock-large', 'mock-small']);
    });
  });

  describe('being stopped', () => {
    test('in the middle is no error: what was received comes back, counted', async () => {
      const stopper = new AbortController();
      const pieces: string[] = [];
      its.vendor.script({ kind: 'reply', hold: 'middle' });
      const result = await complete(its.provider, call({ signal: stopper.signal }), (piece) => {
        pieces.push(piece);
        if (pieces.length === 3) stopper.abort();
      });
      expect(result.finishReason).toBe('stopped');
      expect(pieces).toHaveLength(3);
      expect(result.text).toBe(pieces.join(''));
      expect(result.usage).toMatchObject({ source: 'counted' });
      expect(result.usage.input.total).toBeGreaterThan(0);
      expect(result.usage.output.total).toBeGreaterThan(0);
      await its.vendor.until((log) => log.stats.cancelled === 1);
    });

    test('before the first byte it ends at once', async () => {
      const stopper = new AbortController();
      its.vendor.script({ kind: 'hang' });
      const running = complete(its.provider, call({ signal: stopper.signal }));
      await its.vendor.until((log) => log.stats.held === 1);
      stopper.abort();
      const result = await running;
      expect(result).toMatchObject({ finishReason: 'stopped', text: '' });
      expect(result.usage.output.total).toBe(0);
      expect(result.usage.input.total).toBeGreaterThan(0);
    });

    test('before the start sends nothing and uses nothing', async () => {
      const result = await complete(its.provider, call({ signal: AbortSignal.abort() }));
      expect(result).toMatchObject({
        finishReason: 'stopped',
        usage: { input: { total: 0 }, output: { total: 0 } },
      });
      expect(its.vendor.log.stats.requests).toBe(0);
    });

    test('by a reader that leaves, it ends the request', async () => {
      its.vendor.script({ kind: 'reply', hold: 'middle' });
      const seen: ProviderEvent['type'][] = [];
      for await (const event of its.provider.stream(call())) {
        seen.push(event.type);
        break;
      }
      expect(seen).toEqual(['text']);
      await its.vendor.until((log) => log.stats.cancelled === 1);
    });
  });
});

describe('a server of chat completions that cannot stream', () => {
  const its = connectTo(VENDORS[0]);

  test('answers all at once, with what it used', async () => {
    its.vendor.script({ kind: 'reply', isWhole: true, finish: 'length' });
    expect(await complete(its.provider, call())).toMatchObject({
      text: expectedAnswer(PROMPT),
      finishReason: 'length',
      usage: usageReported(),
    });
  });
});

function usageReported() {
  return {
    input: { total: Math.ceil(PROMPT.length / 4), cacheRead: 0, cacheWrite: 0 },
    output: { total: Math.ceil(expectedAnswer(PROMPT).length / 4), reasoning: 0 },
    requests: { webSearch: 0 },
    source: 'reported',
  };
}
