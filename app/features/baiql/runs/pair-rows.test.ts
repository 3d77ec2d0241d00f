import { expect, it } from 'vitest';
import { pairRows, type LabeledRow } from './pair-rows';

const rows = (...labels: string[]): LabeledRow[] =>
  labels.map((label, index) => ({ batch: 1, number: index + 1, label }));
const told = (a: LabeledRow[], b: LabeledRow[]) => {
  const { by, pairs } = pairRows(a, b);
  return [by, pairs.map((pair) => [pair.a?.number ?? null, pair.b?.number ?? null])];
};

it('pairs rows by their names, whatever was added or left out in between', () => {
  expect(told(rows('Ada', 'Bo', 'Cy'), rows('Ada', 'New', 'Cy', 'Bo'))).toEqual([
    'label',
    [
      [1, 1],
      [2, 4],
      [3, 3],
      [null, 2],
    ],
  ]);
});

it('pairs rows by their numbers where names do not tell them apart', () => {
  expect(told(rows('Ada', 'Ada', 'Cy'), rows('Cy', 'Ada'))).toEqual([
    'number',
    [
      [1, 1],
      [2, 2],
      [3, null],
    ],
  ]);
});
