import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storableForm, storableJson, storableText } from './storable-text';

it('replaces NUL and lone surrogates in JSON, as in the texts themselves', () => {
  const unit = fc.constantFrom('\0', '\ud83d', '\ude00', '\\', 'u0000', 'ud83d', '"', 'a', '😀', '\n');
  const text = fc.array(unit).map((units) => units.join(''));
  fc.assert(
    fc.property(text, text, (name, value) => {
      const json = JSON.stringify({ [`a${name}`]: [value] });
      expect(JSON.parse(storableJson(json))).toEqual({ [`a${storableText(name)}`]: [storableText(value)] });
    }),
  );
});

it('keeps pairs of surrogates that are written as escapes, in either case', () => {
  expect(JSON.parse(storableJson(String.raw`"\ud83d\ude00 \uD83D\uDE00 \ud83d \u0000"`))).toBe('😀 😀 � �');
});

it('replaces NUL in a form, however it is written', () => {
  expect(Object.fromEntries(new URLSearchParams(storableForm('a=b%00c\0&d=%2500')))).toEqual({
    a: 'b�c�',
    d: '%00',
  });
});
