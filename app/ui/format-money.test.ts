import { describe, expect, it } from 'vitest';
import { formatCost, formatPricePerMillion, formatSessionCost, formatUsd } from './format-money';

describe('money as people see it', () => {
  it.each([
    [312, '$3.12'],
    [0, '$0.00'],
    [312.99, '$3.12'],
    [123456, '$1,234.56'],
    [-5, '-$0.05'],
  ])('shows %d cents of balance as %s, never more than there is', (cents, shown) => {
    expect(formatUsd(cents)).toBe(shown);
  });

  it.each([
    [0, '$0.00'],
    [0.0001, '< 0.10¢'],
    [0.0999, '< 0.10¢'],
    [0.1, '0.10¢'],
    [0.3, '0.30¢'],
    [0.2801, '0.29¢'],
    [12.4, '12.40¢'],
    [99.999, '$1.00'],
    [124, '$1.24'],
    [124.01, '$1.25'],
  ])('shows a cost of %d cents as %s, never less than it is', (cents, shown) => {
    expect(formatCost(cents)).toBe(shown);
  });

  it('keeps six decimals in a session total', () => {
    expect(formatSessionCost(0.001385)).toBe('$0.001385');
    expect(formatSessionCost(0)).toBe('$0.000000');
  });

  it.each([
    [0.00015, '$0.15'],
    [0.0006, '$0.60'],
    [0.015, '$15.00'],
    [0.000075, '$0.075'],
    [0, '$0'],
  ])('shows a price of $%d for 1,000 tokens as %s for a million', (price, shown) => {
    expect(formatPricePerMillion(price)).toBe(shown);
  });
});
