import { describe, expect, it } from 'vitest';
import { TASKS } from './check-tasks';
import { toneOf } from './text-check';

const SENDING = 'BATCH_START\nPROMPT "Hi"\nRUN\nOUTPUT "o.csv"\nEND_BATCH';

describe('what is said of a script', () => {
  it.each([
    ['one that sends', SENDING, '✓ Valid', 'good'],
    [
      'one that sends, with a line that is left out',
      `${SENDING}\nHELLO`,
      '✓ Valid with 1 warning(s)',
      'good',
    ],
    ['only lines that are left out', 'HELLO WORLD', '✓ Valid with 1 warning(s)', 'warn'],
    ['only comments', '# Grade the essays', '✓ Valid', 'warn'],
    ['a batch without RUN', 'BATCH_START\nEND_BATCH', '✓ Valid with 1 warning(s)', 'warn'],
    ['a faulty one', 'RUN', '✗ 1 error(s) found', 'bad'],
  ])('%s', (_, text, validity, tone) => {
    const check = TASKS.check(text, {});
    expect(check.validity).toBe(validity);
    expect(toneOf(check)).toBe(tone);
  });
});
