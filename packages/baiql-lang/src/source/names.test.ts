import { describe, expect, it } from 'vitest';
import { findColumn, foldName, nameOfHeader, splitColumns } from './names.js';

describe('a column', () => {
  it.each([
    ['İsim', 'isim'],
    ['ISIM', 'ısım'],
    ['Straße', 'STRASSE'],
    ['ＮＡＭＥ', 'name'],
    ['مُحَمَّد', 'محمد'],
    ['Pre\u0301nom', 'PRÉNOM'],
    ['氏名', '氏名'],
    ['नाम', 'नाम'],
  ])('%s is found as %s', (header, wanted) => expect(findColumn(['Other', header], wanted)).toBe(1));

  it('keeps its accents: café is not cafe', () => expect(findColumn(['cafe'], 'café')).toBeNull());
});

it.each(['İsim', 'Straße', 'ＮＡＭＥ', 'مُحَمَّد', 'Ὀδός', 'Student Name'])(
  'the name of %s is its own',
  (header) => {
    expect(foldName(nameOfHeader(header))).toBe(nameOfHeader(header));
  },
);

it('columns are listed with the separators of any keyboard', () => {
  expect(splitColumns('氏名、学年，点数\tCity; Note')).toEqual(['氏名', '学年', '点数', 'City', 'Note']);
});
