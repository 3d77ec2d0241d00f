import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extentOf, percentShares, shownLabels, stack, ticksOf, type ChartData } from './chart-data';

const DATA: ChartData = {
  points: ['Mon', 'Tue'],
  series: [
    { key: 'in', label: 'Input', values: [1, null] },
    { key: 'out', label: 'Output', values: [2, 3] },
    { key: 'back', label: 'Refunds', values: [-4, 0] },
  ],
};

describe('the figures behind a chart', () => {
  it('stacks what is above zero upwards and what is below downwards', () => {
    expect(stack(DATA).map(({ spans }) => spans[0])).toEqual([
      [0, 1],
      [1, 3],
      [0, -4],
    ]);
    expect(stack(DATA)[1]?.spans[1]).toEqual([0, 3]);
  });

  it('makes room for what is drawn, with zero in sight', () => {
    expect(extentOf(DATA, 'stacked')).toEqual([-4, 3]);
    expect(extentOf(DATA, 'line')).toEqual([-4, 3]);
    expect(extentOf({ points: [], series: [] }, 'bar')).toEqual([0, 1]);
    expect(extentOf({ points: ['a'], series: [{ key: 'x', label: 'X', values: [5] }] }, 'bar')).toEqual([
      0, 5,
    ]);
  });

  it('has no half request on its axis, and every figure of what comes in parts', () => {
    const seriesOf = (values: (number | null)[]) => [{ key: 'x', label: 'X', values }];
    expect(ticksOf([0, 0.5, 1], seriesOf([0, null, 1]))).toEqual([0, 1]);
    expect(ticksOf([0, 0.5, 1], seriesOf([0.2, 1]))).toEqual([0, 0.5, 1]);
  });

  it('shows as many labels as fit', () => {
    expect(shownLabels(5, 640)).toEqual([0, 1, 2, 3, 4]);
    expect(shownLabels(30, 320)).toEqual([0, 6, 12, 18, 24]);
    expect(shownLabels(0, 320)).toEqual([]);
  });

  it('gives shares that add up', () => {
    expect(percentShares([1, 1, 1])).toEqual([34, 33, 33]);
    expect(percentShares([0, 0])).toEqual([0, 0]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1 }), (values) => {
        const sum = percentShares(values).reduce((total, share) => total + share, 0);
        expect(sum).toBe(values.some((value) => value > 0) ? 100 : 0);
      }),
    );
  });
});
