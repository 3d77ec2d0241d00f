import { parse, validate } from '@promptwell/baiql-lang';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jobOf, makeHost } from '../test-support/engine-host.js';
import { createEngine } from './create-engine.js';

const text = fc.constantFrom(
  '"{NAME}"',
  '"{INPUT}"',
  '"{X}"',
  '"\\{X} {LINE}"',
  '"a # b"',
  '""',
  '"""\n{ROW}\n"""',
);
const number = fc.constantFrom('1', '3', '0', '-1', '10000', '0.5');
const statement: fc.Arbitrary<string> = fc.letrec<{ line: string; block: string }>((tie) => ({
  line: fc.oneof(
    text.map((prompt) => `PROMPT ${prompt}`),
    fc.constantFrom('RUN', 'RUN SCREEN', 'RUN RETRY 2', 'STEP "next"', 'SKIP', 'BREAK', 'HALT', 'RETRY 1'),
    fc.constantFrom('LOAD rows.csv AS FILE', 'LOAD note.txt AS LINES', 'LOAD *.txt AS WORK', 'LOAD . AS DIR'),
    fc.constantFrom(
      'OUTPUT o.csv',
      'OUTPUT o.json FORMAT json',
      'OUTPUT "{X}.txt" SEPARATE',
      'MAKE_LOG l.log',
    ),
    fc.constantFrom(
      'GET X',
      'GET X FROM JSON "a.b"',
      'GET X FROM COL 2',
      'GET X FROM MATCH "(a+)+$"',
      'TRACK X',
    ),
    fc.constantFrom('ERROR HALT', 'ERROR RETRY 2 SKIP', 'LIMIT 10000 PARALLEL 3', 'BATCH_START', 'END_BATCH'),
    fc.constantFrom('SET X = X + X + "1"', 'GLOBAL G = G + 1', 'SET X = 1 / 0', 'SET X = COL1 * 2'),
    text.map((line) => `WRITE_LOG ${line}`),
    tie('block'),
  ),
  block: fc.oneof(
    fc
      .tuple(number, fc.array(tie('line'), { maxLength: 3 }))
      .map(([times, body]) => `LOOP ${times}\n${body.join('\n')}\nEND_LOOP`),
    fc
      .tuple(fc.constantFrom('NAME = "Ann"', 'X > 2', 'ERRFL = 1'), fc.array(tie('line'), { maxLength: 3 }))
      .map(([condition, body]) => `IF ${condition}\n${body.join('\n')}\nEND_IF`),
  ),
})).line;
const script = fc
  .array(statement, { maxLength: 12 })
  .map((body) => `BATCH_START\nLOAD rows.csv AS FILE\n${body.join('\n')}\nEND_BATCH\n`);

describe('random scripts', () => {
  it('end, one way or another, and the process goes on', async () => {
    const engine = createEngine({ maxWorkers: 1 });
    onTestFinished(() => engine.close());
    await fc.assert(
      fc.asyncProperty(script, async (source) => {
        validate(parse(source));
        const { status } = await engine.start(await jobOf(source), makeHost()).done;
        expect(['completed', 'failed']).toContain(status);
      }),
      { numRuns: 12 },
    );
  });
});
