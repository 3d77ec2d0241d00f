import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { expect, it } from 'vitest';
import type { TransactionResult } from '../records.js';
import { temporaryArea, temporaryFolder } from '../test-support/temporary-area.js';
import { openBatchResults } from './batch-results.js';

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

it('keeps a reply that was cut off, and lists it beside the output with those that failed', async () => {
  const { items } = compile(parse('BATCH_START\nOUTPUT o.csv\nPROMPT "a"\nRUN\nEND_BATCH').tree);
  const batch = items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('The script has no batch.');
  const area = await temporaryArea();
  const results = await openBatchResults({
    area,
    batch,
    sources: { total: 3, driverColumns: [] },
    pathOut: '/data/output/',
    fill: (text) => text.map((part) => ('literal' in part ? part.literal : '')).join(''),
    scratchFolder: await temporaryFolder(),
  });
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
