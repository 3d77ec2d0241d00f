import { describe, expect, it } from 'vitest';
import type { MemoChanges } from '../records.js';
import { openRunMemo, partsOfMemo } from './run-memo.js';

/** A host that stores parts, and the saves it received. */
function host() {
  const saves: MemoChanges[] = [];
  const kept: Record<string, string> = {};
  const save = async (changes: MemoChanges): Promise<void> => {
    await Promise.resolve();
    saves.push(changes);
    for (const [part, value] of Object.entries(changes)) {
      if (value === null) Reflect.deleteProperty(kept, part);
      else kept[part] = value;
    }
  };
  return { saves, kept, save };
}

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/data/output/letters/${index}.docx`, sizeBytes: 1 }));

describe('the memo of a run', () => {
  it('is saved by what has changed, however much there is besides', async () => {
    const { saves, save } = host();
    const memo = openRunMemo(null, save, 7);
    await memo.put('written', 1, files(100_000));
    for (let number = 1; number <= 3; number += 1)
      await memo.put('failedRuns', `x/2/${number}/0/0/0/1`, 'Busy.');
    expect(saves.slice(1)).toEqual(
      [1, 2, 3].map((number) => ({ [`failedRuns/x/2/${number}/0/0/0/1`]: '"Busy."' })),
    );
  });

  it('keeps together what changes together, and is the same to a later part of the run', async () => {
    const { saves, kept, save } = host();
    const memo = openRunMemo(null, save, 7);
    await memo.put('sources', 1, []);
    await Promise.all([
      memo.put('optimized', '1/0', 'Better.'),
      memo.put('failedRuns', 'x/1/4/0/0/0/1', 'Busy.'),
    ]);
    await Promise.all([memo.put('written', 1, files(1)), memo.putGlobals({ TOTAL: 3 })]);
    expect(saves.map((changes) => Object.keys(changes))).toEqual([
      ['run', 'sources/1'],
      ['optimized/1/0', 'failedRuns/x/1/4/0/0/0/1'],
      ['written/1', 'globals'],
    ]);
    const later = openRunMemo(kept, save, 99).current;
    expect(later).toEqual(memo.current);
    expect(later).toMatchObject({ version: 5, startedAtMs: 7, globals: { TOTAL: 3 } });
    expect(openRunMemo(partsOfMemo(later), save, 99).current).toEqual(later);
  });

  it('forgets the failures of transactions whose results are kept', async () => {
    const { kept, save } = host();
    const memo = openRunMemo(null, save, 7);
    for (const number of [1, 2]) await memo.put('failedRuns', `x/1/${number}/0/0/0/1`, 'Busy.');
    memo.forgetFailures([{ batch: 1, number: 1 }]);
    await memo.put('sources', 2, []);
    expect(memo.current.failedRuns).toEqual({ 'x/1/2/0/0/0/1': 'Busy.' });
    expect(Object.keys(kept)).toEqual(['run', 'failedRuns/x/1/2/0/0/0/1', 'sources/2']);
  });
});
