import path from 'node:path';
import { resolveForWriting, type Area } from '../paths/index.js';
import { writeCompleteFile } from './complete-file.js';
import { rendererOf, type OutputMode } from './formats.js';
import { createOutputNames } from './output-names.js';
import type { OutputFormat, Pieces } from './renderer.js';
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
  readonly format: OutputFormat;
  readonly mode: OutputMode;
  readonly shape: TableShape;
  readonly total: number;
  /** Full paths that this run has written, in lower case; grows. */
  readonly taken: Set<string>;
}

/** Writes an output's files from its results in order, which are read more than once. */
export async function writeOutput(
  target: OutputTarget,
  results: () => AsyncIterable<OutputResult>,
): Promise<WrittenFile[]> {
  const renderer = rendererOf(target.format);
  const folder = target.virtual.slice(0, target.virtual.lastIndexOf('/') + 1);
  const name = path.posix.basename(target.virtual);
  const names = createOutputNames(folder, name, target.total, target.taken);
  if (target.mode === 'aggregate') {
    const table = await buildTable(target.shape, results);
    return [await writeFile(target.area, folder + names.whole(), renderer.all(table))];
  }
  const written: WrittenFile[] = [];
  for await (const result of results()) {
    const { number, sequence = 0, fileName } = result;
    const ownName =
      target.mode === 'match' && fileName !== undefined
        ? names.matching(fileName)
        : names.numbered(number, sequence);
    const table = await buildTable(target.shape, () => [result]);
    written.push(await writeFile(target.area, folder + ownName, renderer.single(table)));
  }
  return written;
}

async function writeFile(area: Area, virtual: string, pieces: Pieces): Promise<WrittenFile> {
  return {
    path: virtual,
    sizeBytes: await writeCompleteFile(await resolveForWriting(area, virtual), pieces),
  };
}
