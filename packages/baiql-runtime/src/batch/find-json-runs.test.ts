import { compile, parse } from '@promptwell/baiql-lang';
import { describe, expect, it } from 'vitest';
import type { ReplyField } from '../reply-fields.js';
import { findJsonRuns } from './find-json-runs.js';

const JSON_OUTPUT = 'OUTPUT "o.csv" FORMAT json';

/** The RUNs of a body that request JSON, numbered from 0 in text order, with their fields. */
function jsonRuns(body: string): (readonly [number, readonly ReplyField[]])[] {
  const { items } = compile(parse(`BATCH_START\nPROMPT "a"\n${body}\nEND_BATCH\n`).tree);
  const batch = items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('The script has no batch.');
  return [...findJsonRuns(batch)].sort(([one], [other]) => one - other);
}

const runsOf = (body: string): number[] => jsonRuns(body).map(([run]) => run);

describe('RUNs whose reply a FORMAT json OUTPUT may take', () => {
  it.each([
    ['the last one before it', `RUN\nRUN\n${JSON_OUTPUT}\nRUN`, [1]],
    ['both branches', `IF X = 1\nRUN\nELSE\nRUN\nEND_IF\n${JSON_OUTPUT}`, [0, 1]],
    ['one before a branch that may not be taken', `RUN\nIF X = 1\nRUN\nEND_IF\n${JSON_OUTPUT}`, [0, 1]],
    ['one before a loop that may not turn', `RUN\nLOOP WHILE X = 1\nRUN\nEND_LOOP\n${JSON_OUTPUT}`, [0, 1]],
    ['not one before a loop that turns', `RUN\nLOOP 2\nRUN\nEND_LOOP\n${JSON_OUTPUT}`, [1]],
    ['one of the turn before', `LOOP 2\n${JSON_OUTPUT}\nRUN\nEND_LOOP`, [0]],
    [
      'one at which a loop is left',
      `LOOP 2\nRUN\nIF X = 1\nBREAK\nEND_IF\nRUN\nEND_LOOP\n${JSON_OUTPUT}`,
      [0, 1],
    ],
    ['not one of a branch that skips', `IF X = 1\nRUN\nSKIP\nEND_IF\nRUN\n${JSON_OUTPUT}`, [1]],
    [
      'what the transaction ends with, where it comes first',
      `${JSON_OUTPUT}\nRUN\nIF X = 1\nRUN\nHALT\nEND_IF\nRUN`,
      [1, 2],
    ],
    ['where only a branch comes before it', `IF X = 1\nRUN\nEND_IF\n${JSON_OUTPUT}\nRUN`, [0, 1]],
    ['none without one', 'RUN\nOUTPUT "o.csv"', []],
  ])('%s', (_, body, runs) => {
    expect(runsOf(body)).toEqual(runs);
  });

  it('must have the keys of all OUTPUTs that may take it', () => {
    const body = `RUN\nIF X = 1\n${JSON_OUTPUT} FIELDS score\nEND_IF\n${JSON_OUTPUT} FIELDS reason, score`;
    expect(jsonRuns(body)).toEqual([[0, [{ name: 'score' }, { name: 'reason' }]]]);
  });

  it('are asked for what GET reads as well, which may be missing where only one way reads it', () => {
    const after = `${JSON_OUTPUT} FIELDS score\nGET A FROM JSON "note.text"\nIF A = "x"\nGET B FROM JSON "extra"\nEND_IF`;
    const note = { name: 'note', isRead: true };
    const extra = { name: 'extra', isRead: true, isOptional: true };
    expect(jsonRuns(`RUN\n${after}`)).toEqual([[0, [{ name: 'score' }, note, extra]]]);
    const skipping = `RUN\nIF X = 1\nSKIP\nEND_IF\nGET A FROM JSON "note"\n${JSON_OUTPUT}`;
    expect(jsonRuns(skipping)).toEqual([[0, [{ ...note, isOptional: true }]]]);
  });

  it('are not asked for more of a field of FIELDS because GET reads it', () => {
    expect(jsonRuns(`RUN\nGET A FROM JSON "score"\n${JSON_OUTPUT} FIELDS score`)).toEqual([
      [0, [{ name: 'score' }]],
    ]);
  });

  it('are found in loops within loops as quickly as in flat lines', () => {
    const deep = 60;
    const body = `${'LOOP 2\n'.repeat(deep)}${JSON_OUTPUT}\nRUN\n${'END_LOOP\n'.repeat(deep)}`;
    expect(runsOf(body)).toEqual([0]);
  });
});
