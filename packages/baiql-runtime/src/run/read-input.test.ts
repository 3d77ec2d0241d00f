import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../../../documents/src/test-support/make-documents.js';
import { createEngine } from '../engine/create-engine.js';
import type { Engine } from '../job.js';
import type { TransactionResult } from '../records.js';
import { jobOf, makeHost } from '../test-support/engine-host.js';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

const inputOf = async (script: string, number: number, files: Record<string, string> = {}) =>
  engine.readInput({ ...(await jobOf(script, files)), batch: 1, number, memo: null });

const batch = (load: string, prompt: string): string =>
  `BATCH_START\n${load}\nPROMPT "${prompt}"\nRUN\nEND_BATCH\n`;

describe('the input of a transaction, shown beside its reply', () => {
  it('is its row, with the choice and the order of the script', async () => {
    const csv = 'Name,City\nAda,Rome\nBen,Bonn\nCy,Rome\n';
    const script = batch('LOAD people.csv AS FILE WHERE CITY = "Rome" SORT BY "Name" DESC', '{NAME}');
    expect(await inputOf(script, 1, { 'people.csv': csv })).toMatchObject({
      rows: [
        [
          { name: 'Name', value: 'Cy' },
          { name: 'City', value: 'Rome' },
        ],
      ],
      documents: [],
      problem: null,
    });
  });

  it('is the text of both documents of a pair, with page marks, also where the prompt has only one', async () => {
    const job = await jobOf(batch('LOAD "*.*" AS WORK PAIRS', '{INPUT_TEXT}'));
    await rm(job.area.inputRoot, { recursive: true });
    await mkdir(job.area.inputRoot);
    await writeFile(path.join(job.area.inputRoot, 'a.pdf'), makePdf([['Rent is due.'], ['Signed.']]));
    await writeFile(path.join(job.area.inputRoot, 'b.txt'), 'No rent.');
    const { documents } = await engine.readInput({ ...job, batch: 1, number: 1, memo: null });
    expect(documents.map(({ name }) => name)).toEqual(['a.pdf', 'b.txt']);
    expect(documents[0]?.text).toMatch(/^\[Page 1\]\nRent is due\.\s+\[Page 2\]\nSigned\./u);
    expect(documents[1]?.text).toBe('No rent.');
  });

  it('is cut where it is longer than a page of a browser holds', async () => {
    const { rows, isWhole } = await inputOf(batch('LOAD long.csv AS FILE', '{NAME}'), 1, {
      'long.csv': `Name,Text\nAda,${'x'.repeat(1_200_000)}\n`,
    });
    expect(isWhole).toBe(false);
    expect(rows[0]?.[0]).toEqual({ name: 'Name', value: 'Ada' });
    expect(rows[0]?.[1]?.value.length).toBeLessThanOrEqual(1_000_000);
  });

  it('says why it is not there', async () => {
    expect(await inputOf(batch('LOAD gone.csv AS FILE', '{NAME}'), 1)).toMatchObject({
      rows: [],
      problem: 'Line 2: There is no /data/input/gone.csv.',
    });
    expect(await inputOf(batch('LOAD rows.csv AS FILE', '{NAME}'), 99)).toMatchObject({
      problem: 'This transaction is no longer in the files.',
    });
  });

  it('can be told from what the run had read @soak', async () => {
    const job = await jobOf(batch('LOAD rows.csv AS FILE', '{NAME}'));
    const results: TransactionResult[] = [];
    const host = makeHost({
      checkpoint: (saved) => {
        results.push(...saved);
        return Promise.resolve();
      },
    });
    await engine.start(job, host).done;
    const before = await engine.readInput({ ...job, batch: 1, number: 1, memo: null });
    expect(before.source).toBe(results.find(({ number }) => number === 1)?.source);
    await writeFile(path.join(job.area.inputRoot, 'rows.csv'), 'NAME\nAmy\nBen\n');
    const after = await engine.readInput({ ...job, batch: 1, number: 1, memo: null });
    expect(after.source).not.toBe(before.source);
  });
});
