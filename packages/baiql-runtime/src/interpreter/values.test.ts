import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, isTrue, toNumber, toText } from './values.js';

const plain = fc.oneof(fc.string(), fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.boolean());

describe('values', () => {
  it.each([
    [add('5', 2), 7],
    [add('5', ' apples'), '5 apples'],
    [add(0.1, 0.2), 0.1 + 0.2],
    [toText(0.1 + 0.2), '0.3'],
    [toText(1e21), '1000000000000000000000'],
    [toText(-0), '0'],
    [toText(true), 'ON'],
    [toNumber(' 85 '), 85],
    [toNumber('8 5'), null],
    [toNumber('1e5'), null],
    [toNumber(''), null],
    [compare('10', '9') > 0, true],
    [compare('b10', 'b9') < 0, true],
    [compare('007', 7), 0],
    [isTrue('0'), false],
    [isTrue('off'), false],
    [isTrue(''), false],
    [isTrue('yes'), true],
  ])('behave as a person expects: %j is %j', (value, expected) => {
    expect(value).toBe(expected);
  });

  it('are the same as themselves, and compare either way round', () => {
    fc.assert(
      fc.property(plain, plain, (left, right) => {
        expect(compare(left, left)).toBe(0);
        expect(Math.sign(compare(left, right)) + Math.sign(compare(right, left))).toBe(0);
      }),
    );
  });

  it('come back as the number that they were written as', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(toNumber(toText(number))).toBe(number);
      }),
    );
  });
});
