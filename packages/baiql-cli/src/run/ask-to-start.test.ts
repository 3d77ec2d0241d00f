import { expect, it } from 'vitest';
import { showEstimate } from './ask-to-start.js';

const NOTHING: Parameters<typeof showEstimate>[0] = {
  transactions: 0,
  requests: 0,
  models: [],
  inputTokens: 0,
  lowMicroUsd: 0,
  likelyMicroUsd: 0,
  highMicroUsd: 0,
  costLimitMicroUsd: null,
  prompts: [],
  batches: [],
  problems: [],
  notes: [],
  sources: {},
  answered: null,
};

it('names no model where nothing is asked', () => {
  const shown = showEstimate(NOTHING, { isDemo: false, reuse: false });
  expect(shown).toContain('Requests      0\n');
});

it('says how many rows earlier runs have answered, and what a run that reuses them costs', () => {
  const costs = { lowMicroUsd: 200_000, likelyMicroUsd: 300_000, highMicroUsd: 400_000 };
  const answered = { transactions: 166, latestMs: Date.UTC(2026, 10, 27, 12), ...costs };
  const all = { lowMicroUsd: 1_000_000, likelyMicroUsd: 1_500_000, highMicroUsd: 2_000_000 };
  const shown = (reuse: boolean): string =>
    showEstimate({ ...NOTHING, ...all, transactions: 201, answered }, { isDemo: false, reuse });
  expect(shown(false)).toContain('Likely cost   $1.50\n  Cost range    $1.00 to $2.00');
  expect(shown(false)).toContain(
    'Answered      166 of 201 rows on Nov 27 (--reuse takes these answers: about $0.3000)',
  );
  expect(shown(true)).toContain('Likely cost   $0.3000\n  Cost range    $0.2000 to $0.4000');
  expect(shown(true)).toContain('Answered      166 of 201 rows on Nov 27 (reused)');
});
