import { describe, expect, it } from 'vitest';
import { runScript } from '../test-support/run-script.js';

const BOUNDS: readonly [bound: string, body: string, reason: string][] = [
  [
    'the length of a value',
    'SET A = "abcdefghij"\nLOOP 30\nSET A = A + A + "x"\nEND_LOOP',
    'characters; a value can have up to 2,000,000.',
  ],
  [
    'the length of all values',
    `SET A = "abcdefghij"\nLOOP 17\nSET A = A + A + "x"\nEND_LOOP\n${Array.from({ length: 8 }, (_, index) => `SET B${index} = A`).join('\n')}`,
    'A transaction can keep up to 8,000,000 characters, counting values, results and log lines.',
  ],
  [
    'the number of names',
    Array.from({ length: 1_001 }, (_, index) => `SET N${index} = 1`).join('\n'),
    'A transaction can set up to 1,000 names; N1000 exceeds that.',
  ],
  [
    'the turns of a loop',
    'SET A = 0\nLOOP WHILE A = 0\nSET A = 0\nEND_LOOP',
    'The loop is still going after 10,000 repetitions.',
  ],
  [
    'the turns of all loops',
    'LOOP 10000\nLOOP 10000\nSET A = 1\nEND_LOOP\nEND_LOOP',
    'The transaction’s loops have repeated 100,000 times, which is the maximum.',
  ],
  [
    'the number of RUNs',
    'PROMPT "a"\nLOOP 2000\nRUN\nEND_LOOP',
    'A transaction can RUN at most 1,000 times.',
  ],
  [
    'the results of a transaction',
    'PROMPT "a"\nRUN\nLOOP 10000\nOUTPUT o.csv\nOUTPUT p.csv\nEND_LOOP',
    'A transaction can OUTPUT at most 10,000 times.',
  ],
  [
    'the length of all results',
    'PROMPT "a"\nSET A = "abcdefghij"\nLOOP 16\nSET A = A + A + "x"\nEND_LOOP\nRUN\nTRACK A\nLOOP 50\nOUTPUT o.csv\nEND_LOOP',
    'A transaction can keep up to 8,000,000 characters',
  ],
  [
    'the length of all GLOBALs',
    'GLOBAL A = "abcdefghij"\nLOOP 17\nGLOBAL A = A + A + "x"\nEND_LOOP',
    'A run’s GLOBALs can have up to 1,000,000 characters in total; A exceeds that.',
  ],
  ['a division by zero', 'SET A = 1 / 0', 'Division by zero: 1 / 0.'],
  [
    'a number that is too large',
    'SET A = 10\nLOOP 400\nSET A = A * 10\nEND_LOOP',
    'A number has become too large',
  ],
  [
    'nothing where a number is needed',
    'SET A = ""\nSET B = A - 1',
    '- needs numbers, but one value is missing.',
  ],
  ['a text where a number is needed', 'SET A = "five" * 2', '* needs numbers, and "five" is not a number.'],
  [
    'a text where a number is compared',
    'IF "seventeen of twenty" < 9\nSKIP\nEND_IF',
    '< needs numbers, and "seventeen of twenty" is not a number.',
  ],
  [
    'a sum of a number that may be two',
    'SET A = "1,250" + 5',
    '+ needs numbers, and "1,250" may be 1250 or 1.250.',
  ],
  ['a number that may be two', 'SET A = "1,250" >= 2', '>= needs numbers, and "1,250" may be 1250 or 1.250.'],
  ['a name without a value', 'PROMPT "{NOWHERE}"\nRUN', '{NOWHERE} has no value here.'],
  ['an empty prompt', 'PROMPT "  "\nRUN', 'The prompt is empty.'],
];

describe('a script that goes too far', () => {
  it.each(BOUNDS)('fails its transaction with a message of its own: %s', async (_, body, reason) => {
    const { result, halt } = await runScript(body);
    expect(result.status).toBe('failed');
    expect(result.reason).toContain(reason);
    expect(halt).toBeNull();
  });
});

describe('a transaction that writes many lines into the log', () => {
  it('keeps a thousand, and says in one more how many were left out', async () => {
    const { result } = await runScript('LOOP 3000\nWRITE_LOG "line {XACT}"\nEND_LOOP');
    expect(result.status).toBe('succeeded');
    expect(result.logLines).toHaveLength(1_001);
    expect(result.logLines.slice(-2)).toEqual([
      'line 1',
      '2,000 more lines were left out: the log keeps 1,000 of a transaction.',
    ]);
  });
});
