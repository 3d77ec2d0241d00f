import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import {
  type Delivery,
  openRunOutputs,
  type OutputFailure,
  type OutputMode,
  type OutputResult,
  type OutputSpec,
  type RunOutputsOptions,
  type WrittenFile,
} from '../outputs/index.js';
import type { Area } from '../paths/index.js';
import { temporaryArea } from './temporary-area.js';

/** The files of a run, by their names below PATH_OUT. */
interface Written {
  area: Area;
  files: readonly WrittenFile[];
  text: (name: string) => Promise<string>;
  bytes: (name: string) => Promise<Buffer>;
}

/** Runs some outputs over results, in the order given, and finishes. */
export async function runOutputs(
  specs: OutputSpec[],
  results: OutputResult[],
  more: Partial<RunOutputsOptions> & {
    failures?: OutputFailure[];
    delivery?: Delivery;
    area?: Area & { root: string };
  } = {},
): Promise<Written> {
  const area = more.area ?? (await temporaryArea());
  const scratchFolder = path.join(area.inputRoot, '..', 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const outputs = await openRunOutputs({
    area,
    pathOut: '/data/output/',
    specs,
    driverColumns: ['Name'],
    trackNames: [],
    total: results.length,
    scratchFolder,
    ...more,
  });
  for (const result of results) {
    for (const output of specs.keys()) await outputs.add(output, result);
  }
  for (const failure of more.failures ?? []) await outputs.fail(failure);
  let files: readonly WrittenFile[];
  try {
    ({ files } = await outputs.finish(more.delivery));
  } finally {
    await outputs.close();
  }
  expect(await readdir(scratchFolder)).toEqual([]);
  const bytes = (name: string) => readFile(path.join(area.outputRoot, name));
  return { area, files, bytes, text: async (name) => (await bytes(name)).toString() };
}

/** An OUTPUT of a script. */
export function spec(
  name: string,
  mode: OutputMode = 'aggregate',
  replyFormat: 'txt' | 'json' = 'txt',
): OutputSpec {
  return { path: name, mode, replyFormat };
}

/** The result of a transaction. */
export function result(number: number, reply: string, more: Partial<OutputResult> = {}): OutputResult {
  return { number, label: `item ${number}`, values: [`name ${number}`], reply, tracked: [], ...more };
}
