import { describe, expect, it } from 'vitest';
import { pageBeforeNext, pageInAddress, pageNumber } from './page-number';
import { countPages } from './pages';
import { describeIssues, z } from './zod';

const complaints = (page: z.ZodType, value: unknown): string[] => {
  const { error } = z.object({ page }).safeParse({ page: value });
  return error ? describeIssues(error.issues) : [];
};

describe('the number of a page', () => {
  it('ends at 100, and whoever asks for more is told what to do instead', () => {
    expect(complaints(pageNumber, '100')).toEqual([]);
    for (const beyond of ['101', '1e20'])
      expect(complaints(pageNumber, beyond)).toEqual([
        'page must be at most 100; narrow the search or the filters to reach what comes later',
      ]);
    expect(complaints(pageBeforeNext, '101')).toEqual([
      'page must be at most 100; go on with `after`, the `next` of the answer before',
    ]);
  });

  it('in an address is never an error', () => {
    const read = ['3', '101', '1e9', '0', 'x', undefined].map((page) => pageInAddress.parse(page));
    expect(read).toEqual([3, 100, 100, 1, 1, 1]);
  });

  it('is among those that are counted', () => {
    const sizes = [0, 12, 13, 1_200, 100_000];
    expect(sizes.map((total) => countPages({ total, pageSize: 12 }))).toEqual([1, 1, 2, 100, 100]);
  });
});
