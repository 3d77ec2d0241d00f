import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeWorkplace, startBaiql } from './command';

const SCRIPT =
  'BATCH_START\nLOAD "rows.csv" AS FILE\nPROMPT "Greet {NAME}"\nRUN\nOUTPUT "o.csv"\nEND_BATCH\n';

type Workplace = Awaited<ReturnType<typeof makeWorkplace>>;

async function run(place: Workplace, ...more: string[]) {
  const { summary, complaints } = await startBaiql([...place.args, ...more]).finished;
  if (summary === null) throw new Error(complaints);
  return { summary, said: complaints };
}

describe('baiql run --reuse', () => {
  it('pays only for the rows that no earlier run has answered, and writes the same file @soak', async () => {
    await using place = await makeWorkplace(SCRIPT, { 'rows.csv': 'Name\nAnn\nBen\nCem\n' });
    const first = await run(place);
    expect(first.summary.costUsd).toBeGreaterThan(0);
    expect(first.summary).not.toHaveProperty('reused');
    const before = await place.readOutput('o.csv');

    const again = await run(place, '--reuse');
    expect(again.said).toMatch(/Answered +3 of 3 rows on \w+ \d+ \(reused\)/u);
    expect(again.said).toContain('Cost range    $0.00 to $0.00');
    expect(again.summary).toMatchObject({ succeeded: 3, reused: 3, costUsd: 0, outputTokens: 0 });
    expect(await place.readOutput('o.csv')).toBe(before);

    await writeFile(place.at('files/rows.csv'), 'Name\nAnn\nBen\nCem\nDee\n');
    const grown = await run(place, '--reuse');
    expect(grown.summary).toMatchObject({ succeeded: 4, reused: 3 });
    expect(grown.summary.costUsd).toBeGreaterThan(0);
    expect(grown.summary.costUsd).toBeLessThan(first.summary.costUsd ?? 0);
  });

  it('neither waits for LIMIT nor stops at LIMIT COST for what is free @soak', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `P${index}\n`).join('');
    await using place = await makeWorkplace(SCRIPT, { 'rows.csv': `Name\n${rows}` });
    await run(place);
    const script = await readFile(place.at('script.baiql'), 'utf8');
    await writeFile(place.at('script.baiql'), script.replace('PROMPT', 'LIMIT 2 COST 0.000001\nPROMPT'));
    const { summary } = await run(place, '--reuse');
    expect(summary).toMatchObject({ status: 'completed', succeeded: 20, reused: 20, costUsd: 0 });
  });

  it('goes on with earlier answers when a trial made with them is continued @soak', async () => {
    await using place = await makeWorkplace(SCRIPT, { 'rows.csv': 'Name\nAnn\nBen\nCem\n' });
    await run(place);
    const trial = await run(place, '--reuse', '--first', '1');
    expect(trial.summary).toMatchObject({ reason: 'trial', reused: 1, costUsd: 0 });
    const rest = await run(place, '--resume', trial.summary.id);
    expect(rest.summary).toMatchObject({ status: 'completed', succeeded: 3, reused: 3, costUsd: 0 });
  });
});
