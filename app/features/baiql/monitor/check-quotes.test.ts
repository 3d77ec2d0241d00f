import { describe, expect, it } from 'vitest';
import type { ItemInput } from '../runs/responses';
import { checkQuotes } from './check-quotes';

const LEASE =
  '[Page 1]\nThe rent is 900 euros,\npayable in ad-\nvance.\n[Page 2]\nThe deposit is “three months’ rent”. It is re-\n[Page 3]\nturned within six weeks.';
const SALE = '[Page 1]\nThe price is 5,000 euros.\n[Page 2]\nNo rent is due.';
const documents: ItemInput['documents'] = [{ name: 'lease.pdf', path: '/data/input/lease.pdf', text: LEASE }];
const both = [...documents, { name: 'sale.pdf', path: '/data/input/sale.pdf', text: SALE }];
const fields = (reply: Record<string, unknown>) =>
  Object.entries(reply).map(([name, value]) => ({ name, value, isOptional: false, isRequested: true }));
const check = (reply: Record<string, unknown>, of = documents) =>
  checkQuotes(fields(reply), of).map(
    ({ name, isFound, place }) => `${isFound ? '✓' : '✗'} ${name}: ${place}`,
  );

describe('a quote with its page', () => {
  it('is found on it, however lines, hyphens and quotation marks are written', () => {
    expect(check({ quote: 'payable in advance', page: 1 })).toEqual(['✓ quote: on page 1']);
    expect(check({ quote: "\"The deposit is 'three months' rent'.\"", page: '2' })).toEqual([
      '✓ quote: on page 2',
    ]);
    expect(check({ quote: 'The rent is … in advance', page: 1 })).toEqual(['✓ quote: on page 1']);
    expect(check({ quote: 'It is returned within six weeks.', page: 2 })).toEqual(['✓ quote: on page 2']);
  });

  it('is missed where it stands on another page, or nowhere', () => {
    expect(check({ quote: 'payable in advance', page: 2 })).toEqual([
      '✗ quote: not on page 2, but on page 1',
    ]);
    expect(check({ quote: 'within six weeks', page: 2 })).toEqual(['✗ quote: not on page 2, but on page 3']);
    expect(check({ quote: 'payable in arrears', page: 1 })).toEqual([
      '✗ quote: not on page 1, nor anywhere else',
    ]);
    expect(check({ quote: 'payable in advance', page: 9 })).toEqual([
      '✗ quote: not on page 9, but on page 1',
    ]);
  });

  it('is of the second file where its field is numbered so', () => {
    expect(
      check({ quote: 'The rent is 900', page: 1, quote2: 'No rent is due', page2: 2, remark: 'x' }, both),
    ).toEqual(['✓ quote: on page 1', '✓ quote2: on page 2']);
    expect(check({ quote2: 'payable in advance', page2: 1 }, both)).toEqual([
      '✗ quote2: not on page 1, but on page 1 of lease.pdf',
    ]);
  });

  it('may be one of several, or in a list of objects', () => {
    expect(
      check({ rent_quote: 'The rent is 900', rent_page: 1, deposit_quote: 'deposit', deposit_page: 1 }),
    ).toEqual(['✓ rent_quote: on page 1', '✗ deposit_quote: not on page 1, but on page 2']);
    const findings = [
      { quote: 'The rent is 900', page: 1 },
      { quote: 'no pets', page: 1 },
    ];
    expect(check({ findings })).toEqual([
      '✓ findings 1: quote: on page 1',
      '✗ findings 2: quote: not on page 1, nor anywhere else',
    ]);
  });
});

it('a quote without a page may stand anywhere, and a text without page marks has none', () => {
  expect(check({ quote: 'three months' })).toEqual(['✓ quote: on page 2']);
  expect(check({ quote: 'four months' })).toEqual(['✗ quote: not found']);
  const plain = [{ name: 'a.txt', path: null, text: 'Rent is due.' }];
  expect(check({ quote: 'rent is due', page: 1 }, plain)).toEqual([
    '✓ quote: in a.txt, which has no page marks',
  ]);
});

it('says nothing of other fields, of empty quotes, or without a document', () => {
  expect(check({ remark: 'payable in arrears', page: 1 })).toEqual([]);
  expect(check({ quote: '', page: null })).toEqual([]);
  expect(check({ quote: 'x', page: 1 }, [])).toEqual([]);
});
