import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatForSubmission, parseNumber, stepBy } from './parse-number';

describe('numbers as people type them', () => {
  it.each([
    ['1250', 1250],
    ['1,250', 1250],
    [' 1,250,000.5 ', 1_250_000.5],
    ['$5.00', 5],
    ['.5', 0.5],
    ['-3', -3],
    ['', null],
    ['1,25', 1.25],
    ['12,50', 12.5],
    ['1 234,50', 1234.5],
    ['1.234,50', 1234.5],
    ['٨٥', 85],
    ['١,٢٥٠', 1250],
    ['８５', 85],
    ['١2', null],
    ['9'.repeat(400), null],
    ['0,002', null],
    ['12e3', null],
    ['abc', null],
  ])('reads %j as %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (thousandths) => {
        const value = thousandths / 1000;
        expect(parseNumber(formatForSubmission(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it.each([
    [0.0000000375, '0.0000000375'],
    [0.1 + 0.2, '0.3'],
    [1250, '1250'],
    [0, '0'],
  ])('%d is written out as %s, not with an exponent', (value, text) => {
    expect(formatForSubmission(value)).toBe(text);
  });

  it.each([
    [64, 1, 128],
    [100, 1, 128],
    [100, -1, 64],
    [4096, 1, 4096],
    [64, -1, 64],
    [null, 1, 64],
  ])('steps from %s by %d to %d between 64 and 4096 in 64s', (value, count, next) => {
    expect(stepBy(value, count, { min: 64, max: 4096, step: 64 })).toBe(next);
  });

  it('steps in decimals without dust', () => {
    expect(stepBy(0.2, 1, { min: 0, max: 2, step: 0.1 })).toBe(0.3);
  });
});
