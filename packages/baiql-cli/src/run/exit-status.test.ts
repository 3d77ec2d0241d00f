import { NO_TOTALS, type RunOutcome } from '@promptwell/baiql-runtime';
import { expect, it } from 'vitest';
import { resumeLine } from './exit-status.js';
import { readSettings } from './settings.js';

const settings = readSettings(['grades.baiql', '--first', '5']);
const ended = (outcome: Partial<RunOutcome>): RunOutcome => ({
  status: 'failed',
  reason: 'cancelled',
  message: null,
  totals: NO_TOTALS,
  outputs: [],
  ...outcome,
});

it('goes on with a trial that was broken off as a trial, and with the rest after its end', () => {
  expect(resumeLine('r1', settings, ended({}))).toMatch(/^To continue:.* --resume r1 --first 5\n$/s);
  const tried = ended({ status: 'completed', reason: 'trial' });
  expect(resumeLine('r1', settings, tried)).toMatch(/^To run the rest:.* --resume r1\n$/s);
});
