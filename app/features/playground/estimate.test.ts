import { describe, expect, it } from 'vitest';
import { estimateCents, estimateTokens } from './estimate';

describe('the guess beside Send', () => {
  it('is nothing for nothing', () => expect(estimateTokens('  \n ')).toBe(0));
  it('takes about four Latin letters for a token', () => expect(estimateTokens('a'.repeat(400))).toBe(108));
  it('takes a sign of other scripts for a token', () => expect(estimateTokens('光合成とは何か')).toBe(15));
  it('prices tokens in and out', () => {
    const price = { inputPricePer1K: '0.00015', outputPricePer1K: '0.0006' };
    expect(estimateCents(price, 1000, 4096)).toBeCloseTo(0.26076, 10);
  });
});
