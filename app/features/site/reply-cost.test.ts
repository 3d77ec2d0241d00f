import { describe, expect, it } from 'vitest';
import { TYPICAL_REPLY } from './read-model-prices.server';
import { repliesFor, replyUsd, tokensOf, TYPICAL_WORDS } from './reply-cost';

const MINI = { inputUsdPer1M: 0.15, outputUsdPer1M: 0.6 };

describe('what a reply costs', () => {
  it('begins with the typical reply of the price list', () => {
    expect(tokensOf(TYPICAL_WORDS.prompt)).toBe(TYPICAL_REPLY.inputTokens);
    expect(tokensOf(TYPICAL_WORDS.reply)).toBe(TYPICAL_REPLY.outputTokens);
    expect(replyUsd(MINI, TYPICAL_WORDS.reply)).toBeCloseTo(0.00036, 10);
  });

  it('says how many replies five dollars pay for, and promises none that they do not', () => {
    expect(repliesFor(5, MINI, TYPICAL_WORDS.reply)).toBe(13_888);
    expect(repliesFor(5, { inputUsdPer1M: 0, outputUsdPer1M: 2000 }, 375)).toBe(5);
  });

  it('has no number for a model that costs nothing', () => {
    expect(repliesFor(5, { inputUsdPer1M: 0, outputUsdPer1M: 0 }, 375)).toBeUndefined();
  });
});
