import { describe, expect, it } from 'vitest';
import { makeBench, memoryStore } from './engine-kit';

const BODY = `BATCH_START
LOAD "students.csv" AS FILE
LOAD "rubric.txt" AS REF
LIMIT 6000`;

const FILES = {
  'students.csv': 'name,essay\nAda,Leaves are green.\nBen,Über die Blätter.\nCleo,日本語の作文\n',
  'rubric.txt': 'Eighteen points are the most. '.repeat(50),
};

describe('the input tokens of an estimate', () => {
  it.each([
    ['a prompt of a word', 'PROMPT "Hi {name}"\nRUN'],
    [
      'a reply in JSON with fields @soak',
      'PROMPT "Grade {essay}"\nFORMAT json FIELDS "score", "comment"\nRUN',
    ],
  ])('are those that the run is billed for: %s', async (_, body) => {
    await using bench = await makeBench(null);
    await bench.addUser('ada', FILES);
    const job = bench.job('ada', 'tokens', `${BODY}\n${body}\nSAVE "out.csv"\nEND_BATCH`);
    const host = bench.host(memoryStore().store);
    const estimate = await bench.engine.estimate(job, host);
    const { status, totals } = await bench.engine.start(job, host).done;
    expect({ status, failed: totals.failed }).toEqual({ status: 'completed', failed: 0 });
    expect(estimate.inputTokens).toBe(totals.inputTokens);
  });
});
