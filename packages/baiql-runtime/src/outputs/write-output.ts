import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFormat } from '@promptwell/baiql-lang';
import {
  keepFile,
  evictKeptFiles,
  measureUsage,
  resolveForWriting,
  type Area,
  type TotalUsage,
} from '../paths/index.js';
import { writeCompleteFile } from './complete-file.js';
import { suffixedFile, suffixedFolder, type Delivery } from './delivery.js';
import { loadRenderer, type OutputMode, type Pieces } from './formats.js';
import { OutputError } from './output-error.js';
import { createOutputNames } from './output-names.js';
import { resolveOutputPath } from './output-path.js';
import type { OutputResult } from './result.js';
import { buildTable, type TableShape } from './table.js';

/** A file written by a run. */
export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Absent: written by an earlier version. */
  readonly modifiedMs?: number;
  /** Its run has a copy, even if the file is replaced. */
  readonly isKept?: boolean;
}

/** An output to be written. */
export interface OutputTarget {
  readonly area: Area;
  readonly virtual: string;
  /** PATH_OUT, the root of its files. */
  readonly pathOut: string;
  readonly format: OutputFormat;
  readonly mode: OutputMode;
  readonly shape: TableShape;
  readonly total: number;
  /** Full paths this run has written, in lower case; extended by each output. */
  readonly taken: Set<string>;
  /** Quota of all files of the area; absent for no limit. */
  readonly quotaBytes?: number;
  readonly delivery: Delivery;
}

type Results = () => AsyncIterable<OutputResult>;

/** The result of writing an output. */
interface WrittenOutput {
  readonly files: WrittenFile[];
  /** The file beside which its list of failures is written. */
  readonly beside: string;
  /** Its names have the suffix. */
  readonly isSuffixed: boolean;
}

/** Writes an output's files from its results in order, which are read more than once. */
export async function writeOutput(target: OutputTarget, results: Results): Promise<WrittenOutput> {
  const { delivery, mode, virtual } = target;
  const isSuffixed = delivery.suffix !== '' && (await isTaken(target, results));
  const suffix = isSuffixed ? delivery.suffix : '';
  const renderer = await loadRenderer(target.format);
  const writeFile = await createFileWriter(target.area, target.quotaBytes, delivery.executionId);
  const nameOf = namesOf(target, suffix);
  if (mode === 'aggregate') {
    const table = await buildTable(target.shape, results);
    const file = await writeFile(nameOf(null), renderer.all(table));
    return { files: [file], beside: file.path, isSuffixed };
  }
  const files: WrittenFile[] = [];
  for await (const result of results()) {
    const table = await buildTable(target.shape, () => [result]);
    files.push(await writeFile(nameOf(result), renderer.single(table)));
  }
  const beside = mode === 'alone' ? (files[0]?.path ?? plainPath(target, suffix)) : plainPath(target, suffix);
  return { files, beside, isSuffixed };

  function plainPath({ pathOut }: OutputTarget, end: string): string {
    if (mode === 'alone') return end === '' ? virtual : suffixedFile(virtual, end);
    return suffixedFolder(folderOf(virtual), end, pathOut, virtual) + path.posix.basename(virtual);
  }
}

/** True if one of the plain names belongs to another run's complete file. */
async function isTaken(target: OutputTarget, results: Results): Promise<boolean> {
  const nameOf = namesOf({ ...target, taken: new Set(target.taken) }, '');
  if (target.mode === 'aggregate') return target.delivery.isTaken([nameOf(null)]);
  let paths: string[] = [];
  for await (const result of results()) {
    paths.push(nameOf(result));
    if (paths.length < PATH_BATCH_SIZE) continue;
    if (await target.delivery.isTaken(paths)) return true;
    paths = [];
  }
  return target.delivery.isTaken(paths);
}

const PATH_BATCH_SIZE = 500;

const folderOf = (virtual: string): string => virtual.slice(0, virtual.lastIndexOf('/') + 1);

/** Names an output's files in turn: one per result, or one for all. */
function namesOf(
  { virtual, pathOut, mode, total, taken }: OutputTarget,
  suffix: string,
): (result: OutputResult | null) => string {
  const isOne = mode === 'aggregate' || mode === 'alone';
  const whole = isOne && suffix !== '' ? suffixedFile(virtual, suffix) : virtual;
  const folder = isOne ? folderOf(virtual) : suffixedFolder(folderOf(virtual), suffix, pathOut, virtual);
  const names = createOutputNames(folder, path.posix.basename(whole), total, taken);
  return (result) => {
    if (result === null) return folder + names.whole();
    const { number, sequence = 0, fileName, path: own } = result;
    if (own !== undefined) return names.own(suffixedOwn(own));
    if (mode === 'alone') return folder + names.whole();
    if (mode === 'match' && fileName !== undefined) return folder + names.matching(fileName, sequence);
    return folder + names.numbered(number, sequence);
  };

  function suffixedOwn(own: string): string {
    const place = resolveOutputPath(own, pathOut).virtual;
    return suffixedFolder(folderOf(place), suffix, pathOut, 'files') + path.posix.basename(place);
  }
}

/**
 * Limit of files and folders in an area with a quota once runs have written to it: empty files take space as well, and
 * a loop can create any number. Higher than for uploads, since these may be paid for.
 */
export const MAX_ENTRIES_WITH_OUTPUTS = 100_000;

const NOTHING: TotalUsage = { bytes: 0, entries: 0, replaced: { bytes: 0, entries: 0 } };

/**
 * Writes files within the quota and keeps copies for their run. Existing files are counted once, as there may be many.
 * Older copies kept by runs are evicted.
 */
export async function createFileWriter(
  area: Area,
  quotaBytes: number | undefined,
  executionId?: string,
  maxEntries = MAX_ENTRIES_WITH_OUTPUTS,
): Promise<(virtual: string, pieces: Pieces) => Promise<WrittenFile>> {
  const use = quotaBytes === undefined ? NOTHING : await measureUsage(area);
  let replacedBytes = use.replaced.bytes;
  let replacedEntries = use.replaced.entries;
  let availableBytes = (quotaBytes ?? Infinity) - use.bytes + replacedBytes;
  let availableEntries = (quotaBytes === undefined ? Infinity : maxEntries) - use.entries + replacedEntries;

  /** Kept copies are evicted when the new file needs their space. */
  async function evict(): Promise<void> {
    const over = {
      bytes: Math.min(replacedBytes, replacedBytes - availableBytes),
      entries: Math.min(replacedEntries, replacedEntries - availableEntries),
    };
    if (over.bytes <= 0 && over.entries <= 0) return;
    await evictKeptFiles(area, over);
    const { replaced } = await measureUsage(area);
    replacedBytes = replaced.bytes;
    replacedEntries = replaced.entries;
  }

  return async (virtual, pieces) => {
    const realPath = await resolveForWriting(area, virtual);
    const replaced = await stat(realPath).catch(() => null);
    if (replaced === null && availableEntries <= 0) throw tooManyFiles(maxEntries);
    // Replaced files free their space.
    availableBytes += replaced?.size ?? 0;
    const sizeBytes = await writeCompleteFile(realPath, pieces, availableBytes);
    availableBytes -= sizeBytes;
    if (replaced === null) availableEntries -= 1;
    const isKept = executionId !== undefined && (await keepFile(area, executionId, virtual, realPath));
    await evict();
    const { mtimeMs } = await stat(realPath);
    return { path: virtual, sizeBytes, modifiedMs: mtimeMs, ...(isKept ? { isKept } : {}) };
  };
}

function tooManyFiles(maxEntries: number): OutputError {
  const most = maxEntries.toLocaleString('en');
  return new OutputError(
    'over-quota',
    `You have ${most} files, which is the maximum. Delete some, then resume the run.`,
  );
}
