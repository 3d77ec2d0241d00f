import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalKey, searchKey } from './index.js';

/** Letters and marks that the folds treat, beside any other text. */
const SIGNS = Array.from('aeiouqnsßẞſıİiIΣσςάΆœŒæøŁüÜ\u0307\u0323\u0301آأىةـَّٰ\u0654カかガｶﾞヽहिन्दींँम्प٣५９‘”«');
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join('')),
);

describe('equalKey', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ISPARTA', 'ısparta'],
    ['ΟΔΟΣ', 'οδος'],
    ['ＡＢＣ', 'abc'],
    ['ﬁne', 'FINE'],
    ['prénom', 'PRE\u0301NOM'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['ｶﾞ', 'ガ'],
  ])('takes %s for %s', (one, other) => expect(equalKey(one)).toBe(equalKey(other)));

  it.each([
    ['schon', 'schön'],
    ['か', 'カ'],
    ['أحمد', 'احمد'],
    ['oeuvre', 'œuvre'],
    ['٣', '3'],
  ])('keeps %s and %s apart', (one, other) => expect(equalKey(one)).not.toBe(equalKey(other)));
});

describe('searchKey', () => {
  it.each([
    ['Schön', 'schon'],
    ['Müller', 'Mueller'],
    ['Müller', 'Muller'],
    ['Άθήνα', 'αθηνα'],
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['œuvre', 'oeuvre'],
    ['æon', 'aeon'],
    ['أحمد', 'احمد'],
    ['مستشفى', 'مستشفي'],
    ['مدرسة', 'مدرسه'],
    ['カタカナ', 'かたかな'],
    ['हिन्दी', 'हिंदी'],
    ['चाँद', 'चांद'],
    ['সঙ্গীত', 'সংগীত'],
    ['l’été', "l'ete"],
    ['„ja“', '"ja"'],
    ['٢٠٢٦', '2026'],
    ['२०२६', '2026'],
  ])('finds %s by %s', (one, other) => expect(searchKey(one)).toBe(searchKey(other)));

  it.each([
    ['जन्म', 'जंम'],
    ['が', 'か'],
    ['queue', 'quu'],
    ['йод', 'иод'],
  ])('keeps %s and %s apart', (one, other) => expect(searchKey(one)).not.toBe(searchKey(other)));
});

describe.each([
  ['equalKey', equalKey],
  ['searchKey', searchKey],
])('%s of any text', (_, keyOf) => {
  it('is its own key', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(keyOf(keyOf(text))).toBe(keyOf(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('does not depend on case, or on how accents are encoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const form of [text.normalize('NFD'), text.normalize('NFC'), text.toLowerCase()])
          expect(keyOf(form)).toBe(keyOf(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('makes an equivalence: equal texts are equal to the same others', () => {
    const equal = (one: string, other: string) => keyOf(one) === keyOf(other);
    fc.assert(
      fc.property(anyText, anyText, anyText, (one, other, third) => {
        expect(equal(one, one)).toBe(true);
        expect(equal(one, other)).toBe(equal(other, one));
        if (equal(one, other)) expect(equal(other, third)).toBe(equal(one, third));
      }),
    );
  });
});

it('texts that are equal are found by each other', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(searchKey(equalKey(text))).toBe(searchKey(text));
    }),
  );
});
