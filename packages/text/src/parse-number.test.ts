import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber, plainNumber } from './index.js';

describe('parseNumber', () => {
  it.each([
    ['17', 17],
    [' -17.5 ', -17.5],
    ['+.5', 0.5],
    ['17,5', 17.5],
    ['1,250.00', 1250],
    ['1,250,000', 1_250_000],
    ['1.250,00', 1250],
    ['1.250.000', 1_250_000],
    ['1 250', 1250],
    ['1 250,75', 1250.75],
    ['1\u00a0250\u00a0000,5', 1_250_000.5],
    ['1\u202f250', 1250],
    ["1'250.50", 1250.5],
    ['1’250', 1250],
    ['1,23,456', 123_456],
    ['12,34,567.50', 1_234_567.5],
    ['٣٤', 34],
    ['١٬٢٣٤٫٥', 1234.5],
    ['١٬٢٣٤', 1234],
    ['۱۲۳', 123],
    ['१२३.५', 123.5],
    ['１２３．５', 123.5],
    ['－１２', -12],
    ['𝟏𝟐', 12],
  ])('reads %s as %d', (text, number) => expect(parseNumber(text)).toBe(number));

  it.each([
    '',
    ' ',
    'abc',
    '1,250',
    '1 2',
    '1 25',
    '1,2,3',
    '1.2.3',
    '12 €',
    '1e5',
    'Infinity',
    '一二',
    '½',
    '1 250\u00a0000',
    '1٢3',
    '۱٢',
  ])('does not guess at "%s"', (text) => expect(parseNumber(text)).toBeNull());

  it('takes an endless row of digits for an identifier', () => {
    for (const digit of ['1', '٣', '９', '𝟏'])
      for (const length of [31, 400, 1_000_000]) expect(parseNumber(digit.repeat(length))).toBeNull();
  });

  it('keeps an amount exactly as it is written', () => {
    expect(plainNumber('12.345.678.901.234.567,89')).toBe('12345678901234567.89');
    expect(plainNumber('１２,５０')).toBe('12.50');
    expect(plainNumber('twelve')).toBeNull();
  });

  const LOCALES = [
    'en',
    'de',
    'fr',
    'es',
    'hi-IN',
    'ar-EG',
    'fa',
    'mr',
    'bn-u-nu-beng',
    'my-u-nu-mymr',
    'ja',
    'pt-BR',
  ];
  it.each(LOCALES)('reads back what %s writes', (locale) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        expect(parseNumber(format.format(cents / 100))).toBeCloseTo(cents / 100, 5);
      }),
    );
  });
});
