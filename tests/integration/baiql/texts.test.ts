import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDocumentReader, type DocumentReader } from '@promptwell/documents';
import { afterEach, expect, it } from 'vitest';
import { startOpenAiServer } from '../../vendors/openai-server';
import { fileApi } from '../../support/baiql-files';
import { runApi } from '../../support/baiql-runs';
import { sharePayingServer } from '../../support/shared-server';
import type { VendorServer } from '../../vendors/vendor-server';
import { makeWorkplace, startBaiql } from './command';
import { makeBench, memoryStore } from './engine-kit';
import { temporaryFolder } from './temporary-folder';

const SCRIPT = `BATCH_START
LOAD rubric.md AS REF
LOAD essays AS WORK
MODEL mock-small
OUTPUT marks.csv
PROMPT "Mark this essay: {INPUT}"
RUN
END_BATCH
`;
const ESSAYS = {
  'rubric.md': 'Clear and short.',
  'essays/ada.txt': 'By Ada.',
  'essays/bo.html': '<p>By Bo.',
};

const documents = createDocumentReader();
let vendor: VendorServer | null = null;
afterEach(async () => {
  await vendor?.close();
  documents.close();
  vendor = null;
});

/** The reader, and the names of what it has read. */
function countReadings(): { reader: DocumentReader; names: string[] } {
  const names: string[] = [];
  const reader: DocumentReader = {
    ...documents,
    read(file, options) {
      names.push(path.basename(file));
      return documents.read(file, options);
    },
  };
  return { reader, names };
}

it('documents are read once for an estimate and the run after it; one that has changed is read again', async () => {
  vendor = await startOpenAiServer();
  await using folder = await temporaryFolder();
  const { reader, names } = countReadings();
  await using bench = await makeBench(vendor.baseUrl, {
    engine: { documents: reader, texts: { folder: path.join(folder.path, 'texts') } },
  });
  const area = await bench.addUser('ada', ESSAYS);
  const host = bench.host(memoryStore().store);

  const estimate = await bench.engine.estimate(bench.job('ada', 'x', SCRIPT), host);
  expect(estimate).toMatchObject({ transactions: 2, problems: [], notes: [] });
  expect(names.toSorted()).toEqual(['ada.txt', 'bo.html', 'rubric.md']);

  await writeFile(path.join(area.inputRoot, 'essays/ada.txt'), 'By Eve.');
  const outcome = await bench.engine.start(bench.job('ada', 'r1', SCRIPT), host).done;

  expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 2 } });
  expect(names.slice(3)).toEqual(['ada.txt']);
  const prompts = vendor.log.requests.map(({ prompt }) => prompt).sort();
  expect(prompts[0]).toContain('Mark this essay: By Bo.');
  expect(prompts[1]).toContain('Mark this essay: By Eve.');
});

it('baiql run keeps them beside its state, where nobody else may look @soak', async () => {
  vendor = await startOpenAiServer();
  await using place = await makeWorkplace(SCRIPT, ESSAYS);
  const { status } = await startBaiql([...place.args, '--base-url', vendor.baseUrl]).finished;
  expect(status).toBe(0);
  expect(await readdir(place.at('state.db-texts'))).toHaveLength(3);
  expect((await stat(place.at('state.db-texts'))).mode & 0o077).toBe(0);
});

it('the server keeps them for its runs, apart from people’s files @soak', async () => {
  const paying = await sharePayingServer();
  try {
    const { origin, dataDir } = paying.server;
    const files = fileApi(origin, paying.token);
    const texts = async (): Promise<string[]> => readdir(path.join(dataDir, 'texts')).catch(() => []);
    const before = new Set(await texts());
    await files.upload('/data/input/', ESSAYS);
    const script = SCRIPT.replace('mock-small', 'gpt-4o-mini');
    expect(await runApi(origin, paying.token).run(script)).toMatchObject({
      status: 'completed',
      succeeded: 2,
    });
    expect((await texts()).filter((name) => !before.has(name))).toHaveLength(3);
    const { entries } = (await files.list('/data/input/')).body;
    expect(entries.map(({ name }) => name).sort()).toEqual(['essays', 'rubric.md']);
  } finally {
    await paying.close();
  }
});
