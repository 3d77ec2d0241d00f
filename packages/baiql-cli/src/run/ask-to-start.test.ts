import { expect, it } from 'vitest';
import { showEstimate } from './ask-to-start.js';

it('names no model where nothing is asked', () => {
  const shown = showEstimate(
    {
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
    },
    false,
  );
  expect(shown).toContain('Requests      0\n');
});
