import { expect, it } from 'vitest';
import { columnNames } from './transaction-input.js';

it.each([
  [['Name', 'Name'], { NAME: 0 }],
  [['Price (€)', 'Price'], { COL1: 0, PRICE: 1 }],
  [['Price (€)', 'Price ($)'], { COL1: 0, COL2: 1 }],
  [['2024', 'Name'], { COL1: 0, NAME: 1 }],
])('reaches the columns %j as %j', (headers, places) => {
  expect(Object.fromEntries(columnNames(headers).places)).toEqual(places);
});
