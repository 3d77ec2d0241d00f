import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFormat } from '@promptwell/baiql-lang';
import { measureUse, resolveForWriting, type Area, type AreaUse } from '../paths/index.js';
import { writeCompleteFile } from './complete-file.js';
import { loadRenderer, type OutputMode, type Pieces } from './formats.js';
import { OutputError } from './output-error.js';
import { createOutputNames, type OutputNames } from './output-names.js';
import { resolveOutputPath } from './output-path.js';
import type { OutputResult } from './result.js';
import { buildTable, type TableShape } from './table.js';

/** A file that a run has written. */
export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** An output as it is to be written. */
export interface OutputTarget {
  readonly area: Area;
  readonly virtual: string;
  /** PATH_OUT, which no file of it leaves. */
  readonly pathOut: string;
  readonly format: OutputFormat;
  readonly mode: OutputMode;
  readonly shape: TableShape;
  readonly total: number;
  /** Full paths that this run has written, in lower case; grows. */
  readonly taken: Set<string>;
  /** What all files of the area may take together; absent where nothing limits them. */
  readonly quotaBytes?: number;
}

/** Writes an output's files from its results in order, which are read more than once. */
export async function writeOutput(
  target: OutputTarget,
  results: () => AsyncIterable<OutputResult>,
): Promise<WrittenFile[]> {
  const renderer = await loadRenderer(target.format);
  const folder = target.virtual.slice(0, target.virtual.lastIndexOf('/') + 1);
  const name = path.posix.basename(target.virtual);
  const names = createOutputNames(folder, name, target.total, target.taken);
  const writeFile = await createFileWriter(target.area, target.quotaBytes);
  if (target.mode === 'aggregate') {
    const table = await buildTable(target.shape, results);
    return [await writeFile(folder + names.whole(), renderer.all(table))];
  }
  const written: WrittenFile[] = [];
  for await (const result of results()) {
    const table = await buildTable(target.shape, () => [result]);
    written.push(await writeFile(pathOf(target, names, folder, result), renderer.single(table)));
  }
  return written;
}

function pathOf(
  { mode, pathOut }: OutputTarget,
  names: OutputNames,
  folder: string,
  { number, sequence = 0, fileName, path: own }: OutputResult,
): string {
  if (own !== undefined) return names.own(resolveOutputPath(own, pathOut).virtual);
  if (mode === 'alone') return folder + names.whole();
  if (mode === 'match' && fileName !== undefined) return folder + names.matching(fileName, sequence);
  return folder + names.numbered(number, sequence);
}

/**
 * Files and folders of an area with a quota, once runs have written into it. Empty files take room as well, and a loop
 * makes as many as it likes. More than of uploads: these may be paid for.
 */
export const MAX_ENTRIES_WITH_OUTPUTS = 100_000;

const NOTHING: AreaUse = { bytes: 0, entries: 0 };

/** Writes files while there is room within the quota. What is there is counted once: there may be many files. */
export async function createFileWriter(
  area: Area,
  quotaBytes: number | undefined,
  maxEntries = MAX_ENTRIES_WITH_OUTPUTS,
): Promise<(virtual: string, pieces: Pieces) => Promise<WrittenFile>> {
  const use = quotaBytes === undefined ? NOTHING : await measureUse(area);
  let roomBytes = (quotaBytes ?? Infinity) - use.bytes;
  let roomEntries = (quotaBytes === undefined ? Infinity : maxEntries) - use.entries;
  return async (virtual, pieces) => {
    const realPath = await resolveForWriting(area, virtual);
    const replaced = await stat(realPath).catch(() => null);
    if (replaced === null && roomEntries <= 0) throw tooManyFiles(maxEntries);
    // What is replaced makes room.
    roomBytes += replaced?.size ?? 0;
    const sizeBytes = await writeCompleteFile(realPath, pieces, roomBytes);
    roomBytes -= sizeBytes;
    if (replaced === null) roomEntries -= 1;
    return { path: virtual, sizeBytes };
  };
}

function tooManyFiles(maxEntries: number): OutputError {
  const most = maxEntries.toLocaleString('en');
  return new OutputError(
    'over-quota',
    `You have ${most} files, which is the maximum. Delete some, then resume the run.`,
  );
}
