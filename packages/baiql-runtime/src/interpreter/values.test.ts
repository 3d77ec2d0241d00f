import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, contains, inOrder, isEqual, isTrue, toNumber, toText } from './values.js';

const plain = fc.oneof(
  fc.string(),
  fc.integer().map((thousandths) => thousandths / 1000),
  fc.boolean(),
);

const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/u);
/** Hundredths as people write them: with a point or a comma, the thousands in groups or not. */
const written = fc
  .record({
    hundredths: fc.integer({ min: -1e9, max: 1e9 }),
    locale: fc.constantFrom('en', 'de'),
    useGrouping: fc.boolean(),
  })
  .map(({ hundredths, locale, useGrouping }) => {
    const value = hundredths / 100;
    return { value, text: value.toLocaleString(locale, { useGrouping, minimumFractionDigits: 2 }) };
  });

describe('values', () => {
  it.each(['12 €', '$12', ' 12,50 EUR', '1\u202f234,50\u00a0€', '5 kg', '85%', '+5 %'])(
    'a total and %j are no sum, and no text',
    (amount) => {
      expect(() => add(0, amount)).toThrow('is not a number because of its sign or unit.');
      expect(() => add(amount, 2.5)).toThrow('is not a number because of its sign or unit.');
    },
  );

  it.each([
    [add('5', 2), 7],
    [add('5', ' apples'), '5 apples'],
    [add('1,250', ' apples'), '1,250 apples'],
    [add(1, '. Ann'), '1. Ann'],
    [add('12 €', ' + 5 €'), '12 € + 5 €'],
    [add(1, '3M Company'), '13M Company'],
    [add(0.1, 0.2), 0.1 + 0.2],
    [toText(0.1 + 0.2), '0.3'],
    [toText(1e21), '1000000000000000000000'],
    [toText(-0), '0'],
    [toText(true), 'ON'],
    [toNumber(' 85 '), 85],
    [toNumber('8 5'), null],
    [toNumber('1e5'), null],
    [toNumber(''), null],
    [toNumber('17,5'), 17.5],
    [toNumber('-1,250.00'), -1250],
    [toNumber('1.250,75'), 1250.75],
    [toNumber('1,250,000'), 1_250_000],
    [toNumber('1.250.000'), 1_250_000],
    [toNumber('1\u00a0234,50'), 1234.5],
    [toNumber('-1\u202f234\u202f567'), -1_234_567],
    [toNumber('1’250.75'), 1250.75],
    [toNumber('12\u00a050'), null],
    [toNumber('1,250'), null],
    [toNumber('1,2500'), null],
    [toNumber('12,50,000'), 1_250_000],
    [toNumber('1 234,50'), 1234.5],
    [toNumber('٨٥'), 85],
    [toNumber('８５'), 85],
    [toNumber('٨5'), null],
    [toNumber('९'.repeat(400)), null],
    [inOrder('<', '17,5', 9), false],
    [inOrder('>', '10', '9'), true],
    [inOrder('<=', ' 1,250.00\n', 1250), true],
    [isEqual('007', 7), true],
    [isEqual('17,5', '17.50'), true],
    [isEqual('yes\n', 'yes'), true],
    [isEqual('YES\r\n', ' yes'), true],
    [isEqual('Yes. ', 'yes'), false],
    [isEqual('1,250', 1250), false],
    [isEqual('1,250', '1,250'), true],
    [isEqual('Élan', 'e\u0301lan'), true],
    [isEqual('İNGİLİZCE', 'ingilizce'), true],
    [isEqual('Işıl', 'IŞIL'), true],
    [isEqual('STRASSE', 'Straße'), true],
    [isEqual('مُحَمَّد', 'محمد'), true],
    [isEqual('ＹＥＳ', 'yes'), true],
    [isEqual('Yes\u200b', 'yes'), true],
    [isEqual('schön', 'schon'), false],
    [contains('Sayfa İNGİLİZCE', 'ingilizce'), true],
    [isEqual(true, 'evet'), true],
    [isEqual(true, 'on'), true],
    [isEqual('WAHR', true), true],
    [isEqual(false, 'Faux'), true],
    [isEqual('FALSCH', true), false],
    [isEqual(true, 'True '), true],
    [isEqual('yes', true), true],
    [isEqual(false, 'false'), true],
    [isEqual(false, 'true'), false],
    [isEqual(true, 'maybe'), false],
    [isEqual('true', 'yes'), false],
    [contains('The answer is YES.', ' yes\n'), true],
    [contains('no', 'yes'), false],
    [isTrue('0'), false],
    [isTrue('off'), false],
    [isTrue(''), false],
    [isTrue('yes'), true],
    [isTrue('FALSCH'), false],
    [isTrue(' Nein '), false],
    [isEqual('ja', true), true],
  ])('behave as a person expects: %j is %j', (value, expected) => {
    expect(value).toBe(expected);
  });

  it('are equal to themselves, either way round, in any case, with any blanks around them', () => {
    fc.assert(
      fc.property(plain, plain, blanks, blanks, (left, right, before, after) => {
        expect(isEqual(left, left)).toBe(true);
        expect(isEqual(left, right)).toBe(isEqual(right, left));
        expect(isEqual(left, `${before}${toText(left)}${after}`)).toBe(true);
      }),
    );
  });

  it('are in one order and no other when both are numbers, however these are written', () => {
    fc.assert(
      fc.property(written, written, (left, right) => {
        expect(inOrder('<', left.text, right.text)).toBe(left.value < right.value);
        expect(inOrder('>=', left.text, right.text)).toBe(left.value >= right.value);
        expect(inOrder('>', left.text, right.text)).toBe(inOrder('<', right.text, left.text));
        expect(inOrder('<=', left.text, right.text)).toBe(inOrder('>=', right.text, left.text));
      }),
    );
  });

  it('that is a date is not said to have a unit', () => {
    expect(() => inOrder('<', '24.12.2025', 5)).toThrow('"24.12.2025" is not a number.');
  });

  it('have no order when one of them is not a number, and the sentence shows which', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,30}$/u), fc.integer(), (word, number) => {
        expect(() => inOrder('<', word, number)).toThrow(`"${word}" is not a number`);
        expect(() => inOrder('>=', number, word)).toThrow(`"${word}" is not a number`);
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
