import { describe, expect, it } from 'vitest';
import { jsonCell, type JsonValue } from './result.js';

describe('a value of a JSON reply in a cell', () => {
  it.each<[JsonValue, string | number]>([
    ['clear', 'clear'],
    [7.5, 7.5],
    [true, 'true'],
    [null, ''],
    [JSON.parse('1e999') as number, 'Infinity'],
    [['clear', 'well ordered', 3], 'clear; well ordered; 3'],
    [['one', null], 'one; '],
    [[], ''],
    [[['a'], ['b']], '[["a"],["b"]]'],
    [{ grade: 'B' }, '{"grade":"B"}'],
  ])('%j reads %j', (value, cell) => {
    expect(jsonCell(value)).toBe(cell);
  });
});
