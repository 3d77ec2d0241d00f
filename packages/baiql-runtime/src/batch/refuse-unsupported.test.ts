import { compile, parse } from '@promptwell/baiql-lang';
import { describe, expect, it } from 'vitest';
import { refuseUnsupported } from './refuse-unsupported.js';
import { batchesOf } from './walk-plan.js';

const check = (line: string) => (): void => {
  for (const batch of batchesOf(compile(parse(`BATCH_START\n${line}\nEND_BATCH`).tree)))
    refuseUnsupported(batch);
};

describe('words that the engine would leave out', () => {
  it.each([
    ['LOAD "a.xlsx" AS FILE SHEET 2', 'SHEET'],
    ['LOAD "a.csv" AS FILE WHERE COL1 > 2', 'WHERE'],
    ['LOAD "a/" AS WORK PAIRS', 'PAIRS'],
    ['OUTPUT "a.csv" SORT BY score', 'SORT BY'],
    ['OUTPUT "a.csv" TOP 3', 'TOP'],
    ['EXPECT XACT > 0', 'EXPECT'],
  ])('%s ends the run before anything is read', (line, word) => {
    expect(check(line)).toThrow(`Line 2: this version can’t run ${word}.`);
  });

  it('lets the others pass', () => {
    expect(check('LOAD "a.csv" AS FILE MATCH "Name"')).not.toThrow();
    expect(check('OUTPUT "a.csv" FIELDS score NUMBER, reason OPTIONAL')).not.toThrow();
  });
});
