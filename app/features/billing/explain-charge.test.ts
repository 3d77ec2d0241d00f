import { describe, expect, it } from 'vitest';
import type { Charge } from '~/features/ledger/contract';
import { explainCharge } from './explain-charge.server';

const charge = (changes: Partial<Charge> = {}): Charge => ({
  provider: 'openai',
  model: 'gpt-4o-mini',
  endpoint: 'ai/complete',
  idempotencyKey: 'k1',
  categoryId: null,
  isFree: false,
  heldMicroUsd: 10_000n,
  price: {
    rates: { input: 150_000n, output: 600_000n, cacheRead: 75_000n, cacheWrite: 150_000n },
    steps: [],
    requestFee: 0n,
    searchFee: 0n,
  },
  usage: { inputTokens: 312, outputTokens: 96, cacheReadTokens: 0, cacheWriteTokens: 0, searches: 0 },
  ...changes,
});

describe('a charge', () => {
  it('is told apart into tokens and rates that add up, and rounded up once', () => {
    expect(explainCharge(charge(), 105n)).toEqual({
      lines: [
        { label: 'Input', detail: '312 tokens at $0.15 per million', amount: '$0.0000468' },
        { label: 'Output', detail: '96 tokens at $0.60 per million', amount: '$0.0000576' },
      ],
      totals: [{ label: 'Price, rounded up to a millionth of a dollar', amount: '$0.000105' }],
      remarks: [],
    });
  });

  it('names the cached part, fees, searches and the step that counted', () => {
    const { price, usage } = charge();
    const story = explainCharge(
      charge({
        price: {
          ...price,
          steps: [{ aboveInputTokens: 200, rates: { ...price.rates, input: 300_000n } }],
          requestFee: 5_000n,
          searchFee: 10_000n,
        },
        usage: { ...usage, cacheReadTokens: 100, searches: 2 },
      }),
      25_129n,
    );
    expect(story.lines.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'Input: 212 tokens at $0.30 per million',
      'Cache reads: 100 tokens at $0.075 per million',
      'Output: 96 tokens at $0.60 per million',
      'Fee: $0.005 per request',
      'Searches: 2 at $0.01 per search',
    ]);
    expect(story.remarks).toEqual([
      'Above 200 input tokens, this model charges different rates for the whole request.',
    ]);
  });

  it('of a recording names its length and the price of a minute', () => {
    const { price, usage } = charge();
    const none = { input: 0n, output: 0n, cacheRead: 0n, cacheWrite: 0n };
    const story = explainCharge(
      charge({
        price: { ...price, rates: none, audioMinuteFee: 4_500n },
        usage: { ...usage, inputTokens: 0, outputTokens: 0, audioSeconds: 192 },
      }),
      14_400n,
    );
    expect(story).toEqual({
      lines: [{ label: 'Audio', detail: '3:12 min at $0.0045 per minute', amount: '$0.0144' }],
      totals: [{ label: 'Price', amount: '$0.0144' }],
      remarks: [],
    });
  });

  it('says why less was charged than the price', () => {
    const free = explainCharge(charge({ isFree: true }), 0n);
    expect(free.totals.at(-1)).toEqual({ label: 'Charged', amount: '$0' });
    expect(free.remarks).toEqual(['This request was free: one of your free requests for that day.']);
    expect(explainCharge(charge({ heldMicroUsd: 100n }), 100n).remarks).toEqual([
      'Your charge was capped at the $0.0001 on hold. This server covered the remaining $0.000005.',
    ]);
    expect(explainCharge(charge(), 90n).remarks).toEqual([
      'Part of the input was cached by the provider and billed at a separate rate.',
    ]);
  });
});
