import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTableState, patchTableState, tableSearchString, type TableOptions } from './table-state';

const OPTIONS: TableOptions = {
  sortable: ['date', 'amount'],
  defaultSort: { key: 'date', direction: 'descending' },
  filters: ['q', 'status'],
};
const read = (search: string, options = OPTIONS) => parseTableState(new URLSearchParams(search), options);

describe('a table’s state in the address', () => {
  it('is the usual one when the address says nothing', () => {
    expect(read('')).toEqual({
      page: 1,
      pageSize: 25,
      sort: { key: 'date', direction: 'descending' },
      filters: {},
      after: null,
    });
  });

  it.each([
    ['?page=0', 1],
    ['?page=-3', 1],
    ['?page=2.5', 1],
    ['?page=x', 1],
    ['?page=1e30', 1],
    ['?page=7', 7],
  ])('reads the page of %s as %d', (search, page) => {
    expect(read(search).page).toBe(page);
  });

  it('stays within the pages that a list has', () => {
    expect(read('?page=101', { ...OPTIONS, lastPage: 100 }).page).toBe(100);
    expect(read('?page=99', { ...OPTIONS, lastPage: 100 }).page).toBe(99);
  });

  it('takes only page sizes and columns that there are', () => {
    expect(read('?pageSize=1000000').pageSize).toBe(25);
    expect(read('?pageSize=100').pageSize).toBe(100);
    expect(read('?sort=password').sort).toEqual(OPTIONS.defaultSort);
    expect(read('?sort=amount').sort).toEqual({ key: 'amount', direction: 'ascending' });
  });

  it('goes back to the first page when what is listed changes, and keeps what belongs to others', () => {
    const params = new URLSearchParams('?tab=all&page=4&after=x&q=ada');
    const state = parseTableState(params, OPTIONS);
    expect(tableSearchString(params, OPTIONS, patchTableState(state, { filters: { status: 'open' } }))).toBe(
      '?tab=all&q=ada&status=open',
    );
    expect(tableSearchString(params, OPTIONS, patchTableState(state, { page: 5, after: null }))).toBe(
      '?tab=all&page=5&q=ada',
    );
  });

  it('takes a filter away when it is empty', () => {
    const state = patchTableState(read('?q=ada'), { filters: { q: ' ' } });
    expect(state.filters).toEqual({});
  });

  it('keeps two tables of one page apart', () => {
    const options = { ...OPTIONS, prefix: 'payments-' };
    const params = new URLSearchParams('?page=3');
    expect(parseTableState(params, options).page).toBe(1);
    expect(
      tableSearchString(params, options, patchTableState(parseTableState(params, options), { page: 2 })),
    ).toBe('?page=3&payments-page=2');
  });

  it('reads back whatever it writes', () => {
    const states = fc.record({
      page: fc.integer({ min: 1, max: 1e6 }),
      pageSize: fc.constantFrom(25, 50, 100),
      sort: fc.record({
        key: fc.constantFrom('date', 'amount'),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
      filters: fc.dictionary(
        fc.constantFrom('q', 'status'),
        fc.string({ minLength: 1 }).filter((text) => text.trim() === text),
        { noNullPrototype: true },
      ),
      after: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(read(tableSearchString(new URLSearchParams(), OPTIONS, state))).toEqual(state);
      }),
    );
  });
});
