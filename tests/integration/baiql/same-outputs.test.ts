import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { createEngine, type Engine } from '@promptwell/baiql-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryArea } from '../../../packages/baiql-runtime/src/test-support/temporary-area.js';
import { rememberingHost } from './remembering-host.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

const batchOf = (word: string, output: string): string => `BATCH_START
LOAD people.csv AS FILE
PROMPT "${word} {NAME}"
RUN
OUTPUT ${output} FORMAT json FIELDS word
END_BATCH
`;

/** Two batches with one OUTPUT; what they ask for `bad` is first answered with no JSON, and the retry says so below it. */
async function twoBatches(output: string, bad: string) {
  const area = await temporaryArea({ 'people.csv': 'Name\nAnn\nBen\n' });
  const failing = new Set([bad]);
  const { host } = rememberingHost(({ prompt }) =>
    failing.delete(prompt) ? 'No.' : JSON.stringify({ word: prompt.split('\n')[0] }),
  );
  const job = {
    executionId: `run-${output.replaceAll(/\W/gu, '-')}`,
    plan: compile(parse(batchOf('one', output) + batchOf('two', output)).tree),
    area,
    quiet: true,
    person: { userId: 'u', userName: 'Ada', sessionId: '' },
    limits: { maxParallel: 1, budgetMicroUsd: null },
    modelOverride: null,
  };
  const read = (name: string) => readFile(path.join(area.outputRoot, name), 'utf8');
  const names = async () => (await readdir(area.outputRoot)).sort();
  const start = (more: { continue: 'fresh' | 'resume' | 'retry-failed'; first?: number; round?: number }) =>
    engine.start({ ...job, ...more }, host).done;
  return { start, read, names };
}

describe('batches with an OUTPUT of the same name', () => {
  it('lose nothing of each other, also when one of them is done again', async () => {
    const { start, read, names } = await twoBatches('o.csv', 'one Ben');
    const { outputs } = await start({ continue: 'fresh' });
    expect(outputs.map((file) => file.path)).toEqual([
      '/data/output/o.csv',
      '/data/output/o.csv.errors.csv',
      '/data/output/o-2.csv',
    ]);
    expect(await read('o.csv')).toBe('\ufeffName,word\r\nAnn,one Ann\r\n');
    expect(await read('o.csv.errors.csv')).toContain('2,Ben,');

    await start({ continue: 'retry-failed', round: 1 });
    expect(await names()).toEqual(['o-2.csv', 'o.csv']);
    expect(await read('o.csv')).toBe('\ufeffName,word\r\nAnn,one Ann\r\nBen,one Ben\r\n');
    expect(await read('o-2.csv')).toBe('\ufeffName,word\r\nAnn,two Ann\r\nBen,two Ben\r\n');
  });

  it('write the same files where a trial went before', async () => {
    const { start, read, names } = await twoBatches('o.csv', '');
    await start({ continue: 'fresh', first: 1 });
    expect(await read('o-2.csv')).toBe('\ufeffName,word\r\nAnn,two Ann\r\n');
    await start({ continue: 'resume' });
    expect(await names()).toEqual(['o-2.csv', 'o.csv']);
    expect(await read('o-2.csv')).toBe('\ufeffName,word\r\nAnn,two Ann\r\nBen,two Ben\r\n');
  });

  it('keep the list of failures where each transaction has its own file', async () => {
    const { start, read, names } = await twoBatches('"letter.txt" SEPARATE', 'one Ben');
    await start({ continue: 'fresh' });
    expect(await names()).toEqual([
      'letter-0001.txt',
      'letter-0002.txt',
      'letter-2.txt',
      'letter.txt.errors.csv',
    ]);
    expect(await read('letter-0001.txt')).toContain('one Ann');
    expect(await read('letter.txt.errors.csv')).toContain('2,Ben,');
  });
});
