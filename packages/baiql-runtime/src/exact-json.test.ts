import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from './exact-json.js';

it('keeps every digit of whole numbers that are too long to count with', () => {
  const text =
    '{"id": 1234567890123456789, "ids":[-9007199254740993, 9007199254740991], "a": "1234567890123456789, \\" 1"}';
  expect(parseExactJson(text)).toEqual({
    id: '1234567890123456789',
    ids: ['-9007199254740993', 9_007_199_254_740_991],
    a: '1234567890123456789, " 1',
  });
});

it('reads fractions and powers as numbers', () => {
  const text = '[0.12345678901234567, 12345678901234567.5, 12345678901234567e2, 1e-0000000000000001]';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});

it('reads numbers in the digits of any script, and leaves texts as they are', () => {
  const text = '{"score": ٨٥, "other":－８５．５, "list": [१२, ١٬٢٣٤٫٥], "text": "٨٥"}';
  expect(parseExactJson(text)).toEqual({ score: 85, other: -85.5, list: [12, 1234.5], text: '٨٥' });
  expect(() => parseExactJson('{"score": ٨5}')).toThrow(SyntaxError);
});

it('reads anything else as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify([value, '1234567890123456']);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(() => parseExactJson('{"a": 1234567890123456789')).toThrow(SyntaxError);
});
