import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { expect, it } from 'vitest';
import { assignedNames } from '../batch/walk-plan.js';
import type { Area } from '../paths/index.js';
import type { TransactionResult } from '../records.js';
import { temporaryArea, temporaryFolder } from '../test-support/temporary-area.js';
import { openBatchResults, type BatchResults } from './batch-results.js';

const resultOf = (number: number, more: Partial<TransactionResult>): TransactionResult => ({
  batch: 1,
  number,
  status: 'succeeded',
  label: `item ${number}`,
  prompt: '',
  reply: '',
  failedRuns: [],
  runs: 1,
  inputTokens: 1,
  outputTokens: 1,
  costMicroUsd: 0,
  outputs: [
    {
      output: 0,
      result: { number, label: `item ${number}`, values: [], reply: `Reply ${number}`, tracked: [] },
    },
  ],
  logLines: [],
  ...more,
});

/** The results of the first batch of a script. */
async function openResults(
  script: string,
  more: { area: Area; quotaBytes?: number; driverColumns?: string[] },
): Promise<BatchResults> {
  const plan = compile(parse(script).tree);
  const { items } = plan;
  const { driverColumns = [] } = more;
  const batch = items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('The script has no batch.');
  return openBatchResults({
    batch,
    assigned: assignedNames(plan),
    sources: { total: 3, driver: 'rows', driverColumns, paths: [] },
    pathOut: '/data/output/',
    fill: (text) => text.map((part) => ('literal' in part ? part.literal : '')).join(''),
    scratchFolder: await temporaryFolder(),
    ...more,
  });
}

it('keeps a reply that was cut off, and lists it beside the output with those that failed', async () => {
  const area = await temporaryArea();
  const results = await openResults('BATCH_START\nOUTPUT o.csv\nPROMPT "a"\nRUN\nEND_BATCH', { area });
  await results.add(resultOf(2, { reason: 'cut off at 16 tokens', isCutOff: true }));
  await results.add(resultOf(3, { status: 'failed', reason: 'Refused.', outputs: [] }));
  await results.add(resultOf(1, {}));
  await results.finish();
  await results.close();
  const read = (name: string): Promise<string> => readFile(path.join(area.outputRoot, name), 'utf8');
  expect(await read('o.csv')).toBe('\ufeffreply\r\nReply 1\r\nReply 2\r\n');
  expect(await read('o.csv.errors.csv')).toBe(
    '\ufeffnumber,item,reason\r\n2,item 2,cut off at 16 tokens\r\n3,item 3,Refused.\r\n',
  );
});

it('has no second column for what TRACK names, unless the script has set it', async () => {
  const area = await temporaryArea();
  const results = await openResults(
    'BATCH_START\nSET CITY = "x"\nTRACK SCORE, NAME, CITY\nOUTPUT o.csv\nEND_BATCH',
    { area, driverColumns: ['Name', 'City'] },
  );
  const result = { number: 1, label: '', values: ['Ann', 'Bern'], reply: 'r', tracked: ['9', 'Ann', 'x'] };
  await results.add(resultOf(1, { outputs: [{ output: 0, result }] }));
  await results.finish();
  await results.close();
  expect(await readFile(path.join(area.outputRoot, 'o.csv'), 'utf8')).toBe(
    '\ufeffName,City,reply,SCORE,CITY_2\r\nAnn,Bern,r,9,x\r\n',
  );
});

/** A transaction that has sent this reply to one OUTPUT. */
const sent = (number: number, output: number, reply: string): TransactionResult =>
  resultOf(number, {
    outputs: [{ output, result: { number, label: '', values: [], reply, tracked: [] } }],
  });

it('gathers in one file what the branches of an IF send to it, in the order of the transactions', async () => {
  const area = await temporaryArea();
  const output = 'PROMPT "a"\nRUN\nOUTPUT o.csv\n';
  const script = `BATCH_START\nIF A = 1\n${output}ELSE\nIF A = 2\n${output}END_IF\nEND_IF\n${output}END_BATCH`;
  const results = await openResults(script, { area });
  await results.add(sent(2, 1, 'else'));
  await results.add(sent(1, 0, 'then'));
  // After the IF, an OUTPUT of the same name has a file of its own.
  await results.add(sent(3, 2, 'after'));
  const files = await results.finish();
  expect(files.map((file) => file.path)).toEqual(['/data/output/o.csv', '/data/output/o-2.csv']);
  const read = (name: string): Promise<string> => readFile(path.join(area.outputRoot, name), 'utf8');
  expect(await read('o.csv')).toBe('\ufeffreply\r\nthen\r\nelse\r\n');
  expect(await read('o-2.csv')).toBe('\ufeffreply\r\nafter\r\n');
  await results.close();
});

it('keeps apart what one transaction sends to such a file in a loop', async () => {
  const area = await temporaryArea();
  const branches = 'IF LOOPCT = 1\nRUN\nOUTPUT o.csv\nELSE\nRUN\nOUTPUT o.csv\nEND_IF\n';
  const results = await openResults(`BATCH_START\nPROMPT "a"\nLOOP 2\n${branches}END_LOOP\nEND_BATCH`, {
    area,
  });
  const [first, second] = [sent(1, 0, 'first'), sent(1, 1, 'second')];
  await results.add({ ...first, outputs: [...first.outputs, ...second.outputs] });
  await results.finish();
  await results.close();
  expect(await readFile(path.join(area.outputRoot, 'o.csv'), 'utf8')).toBe(
    '\ufeffreply\r\nfirst\r\nsecond\r\n',
  );
});

it('does not write the log over an output of its name', async () => {
  const area = await temporaryArea();
  const script = 'BATCH_START\nMAKE_LOG o.csv\nOUTPUT o.csv\nPROMPT "a"\nRUN\nWRITE_LOG "a"\nEND_BATCH';
  const results = await openResults(script, { area });
  await results.add(resultOf(1, { logLines: ['logged'] }));
  const files = await results.finish();
  await results.close();
  expect(files.map((file) => file.path)).toEqual(['/data/output/o-2.csv', '/data/output/o.csv']);
  expect(await readFile(path.join(area.outputRoot, 'o-2.csv'), 'utf8')).toContain('Reply 1');
  expect(await readFile(path.join(area.outputRoot, 'o.csv'), 'utf8')).toBe('logged\n');
});

it('writes no log that takes more room than the files may', async () => {
  const area = await temporaryArea({ 'essay.txt': 'x'.repeat(500) });
  const script = 'BATCH_START\nMAKE_LOG run.log\nWRITE_LOG "a"\nEND_BATCH';
  const results = await openResults(script, { area, quotaBytes: 1_000 });
  await results.add(resultOf(1, { outputs: [], logLines: ['x'.repeat(600)] }));
  await expect(results.finish()).rejects.toMatchObject({
    code: 'over-quota',
    message: 'Your files have no room for run.log. Delete some, then resume the run.',
  });
  expect(await readdir(area.outputRoot)).toEqual([]);
  await results.close();
});
