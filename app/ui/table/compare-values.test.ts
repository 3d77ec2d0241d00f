import { describe, expect, it } from 'vitest';
import { compareValues, type SortValue } from './compare-values';

const sorted = (values: SortValue[]) => [...values].sort((one, other) => compareValues(one, other) || 0);

describe('what a table sorts by', () => {
  it('orders numbers, also very large ones, by size', () => {
    expect(sorted([10, 9, 100])).toEqual([9, 10, 100]);
    expect(sorted([2n ** 60n + 1n, 2n ** 60n])).toEqual([2n ** 60n, 2n ** 60n + 1n]);
  });

  it('orders words as people do', () => {
    expect(sorted(['run 10', 'Run 2', 'éclair', 'Eagle'])).toEqual(['Eagle', 'éclair', 'Run 2', 'run 10']);
  });

  it('orders dates by time, and puts what is missing first', () => {
    const [early, late] = [new Date('2026-01-01'), new Date('2026-02-01')];
    expect(sorted([late, early])).toEqual([early, late]);
    expect(compareValues(null, early)).toBeLessThan(0);
    expect(compareValues(null, undefined)).toBe(0);
  });
});
