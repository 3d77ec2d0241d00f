import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBalance,
  formatChange,
  formatCost,
  formatEstimate,
  formatExact,
  formatPricePerMillion,
  formatSpent,
  microUsdFromCents,
  microUsdFromUsd,
} from './format-money';

describe('money as people see it', () => {
  it.each([
    [3_120_000, '$3.12'],
    [0, '$0.00'],
    [1, '< $0.01'],
    [9_999, '< $0.01'],
    [10_000, '$0.01'],
    [4_999_914, '$4.99'],
    [1_234_560_000n, '$1,234.56'],
    [-50_000, '-$0.05'],
    [-50_001, '-$0.06'],
    [9_007_199_254_740_993_000_000n, '$9,007,199,254,740,993.00'],
  ])('shows a balance of %s as %s, never more than there is', (micro, shown) => {
    expect(formatBalance(micro)).toBe(shown);
  });

  it.each([
    [0, '$0.00'],
    [140, '< $0.01'],
    [10_000, '$0.01'],
    [12_300_001, '$12.31'],
    [12_310_000n, '$12.31'],
  ])(
    'shows a sum of %s that was spent as %s, never less than it was and never as nothing',
    (micro, shown) => {
      expect(formatSpent(micro)).toBe(shown);
    },
  );

  it.each([
    [86, '$0.000086'],
    [0n, '$0.000000'],
    [-1_250_000, '-$1.250000'],
  ])('shows %s exactly as %s', (micro, shown) => {
    expect(formatExact(micro)).toBe(shown);
  });

  it.each([
    [5_000_000, '+$5.000000'],
    [-86, '−$0.000086'],
    [0, '$0.000000'],
  ])('shows a change of %s as %s', (micro, shown) => {
    expect(formatChange(micro)).toBe(shown);
  });

  it('shows changes that add up to what is shown as exact', () => {
    const read = (text: string) => BigInt(text.replace('−', '-').replace(/[+$.,]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.bigInt(-(10n ** 12n), 10n ** 12n)), (changes) => {
        const sum = changes.reduce((total, change) => total + change, 0n);
        const shown = changes.reduce((total, change) => total + read(formatChange(change)), 0n);
        expect(shown).toBe(read(formatExact(sum)));
      }),
    );
  });

  it.each([
    [0, '$0.00'],
    [1, '< 0.10¢'],
    [999, '< 0.10¢'],
    [1_000, '0.10¢'],
    [3_000, '0.30¢'],
    [2_801, '0.29¢'],
    [124_000, '12.40¢'],
    [999_990, '$1.00'],
    [1_240_000, '$1.24'],
    [1_240_100, '$1.25'],
  ])('shows a cost of %d as %s, never less than it is', (micro, shown) => {
    expect(formatCost(micro)).toBe(shown);
  });

  it.each([
    [3_400, 12_000, '≈ 0.34¢, at most 1.20¢'],
    [86, 2_400, '< 0.10¢, at most 0.24¢'],
    [86, 400, '< 0.10¢'],
    [12_000, 12_000, '≈ 1.20¢'],
    [0, 0, '$0.00'],
  ])('shows an estimate of %d, at most %d, as %s', (typical, atMost, shown) => {
    expect(formatEstimate(typical, atMost)).toBe(shown);
  });

  it('takes cents and dollars to the nearest millionth', () => {
    expect(microUsdFromCents(0.0086)).toBe(86);
    expect(microUsdFromUsd(0.001385)).toBe(1385);
  });

  it.each([
    [0.00015, '$0.15'],
    [0.0006, '$0.60'],
    [0.015, '$15.00'],
    [0.000075, '$0.075'],
    [0.000125, '$0.125'],
    [0.0000375, '$0.0375'],
    [0, '$0'],
  ])('shows a price of $%d for 1,000 tokens as %s for a million', (price, shown) => {
    expect(formatPricePerMillion(price)).toBe(shown);
  });
});
