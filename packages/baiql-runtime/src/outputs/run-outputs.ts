import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isDiskFull, type Area } from '../paths/index.js';
import { PLAIN_DELIVERY, type Delivery } from './delivery.js';
import type { OutputMode } from './formats.js';
import { OutputError } from './output-error.js';
import { resolveOutputPath } from './output-path.js';
import type { ReplyFormat } from './json-reply.js';
import type { ReplyField } from '../reply-fields.js';
import type { OutputFailure, OutputResult } from './result.js';
import { createSpool, type Spool } from './spool.js';
import type { TableShape } from './table.js';
import { writeFailures } from './write-failures.js';
import { writeOutput, type WrittenFile } from './write-output.js';

/** One OUTPUT of a script. */
export interface OutputSpec {
  /** As written in the script; relative to PATH_OUT. */
  readonly path: string;
  readonly mode: OutputMode;
  readonly replyFormat: ReplyFormat;
  /** The JSON fields to use as columns; empty for all. */
  readonly fields?: readonly ReplyField[];
  readonly sort?: TableShape['sort'];
  readonly top?: number | undefined;
  /** Index of the OUTPUT whose file it shares; absent if it has its own. */
  readonly owner?: number;
}

/** Options shared by all outputs of a run. */
export interface RunOutputsOptions {
  readonly area: Area;
  /** PATH_OUT; every output is below it. */
  readonly pathOut: string;
  readonly specs: readonly OutputSpec[];
  /** `['FILENAME']` when the driver is files. */
  readonly driverColumns: readonly string[];
  /** Formats of the driver's columns, if a workbook states them. */
  readonly driverFormats?: TableShape['driverFormats'];
  readonly trackNames: readonly string[];
  /** Names that the driver's columns already provide: TRACK adds no column for them. */
  readonly inDriverColumns?: ReadonlySet<string>;
  readonly hasExpectations?: boolean;
  /** Number of the run's transactions. */
  readonly total: number;
  /** Quota of all files of the area; absent for no limit. */
  readonly quotaBytes?: number;
  /** Full paths that no output may use: files the batch reads may be below PATH_OUT. */
  readonly reserved?: readonly string[];
  /** An existing real folder, exclusive to this run, outside the user's area. */
  readonly scratchFolder: string;
}

/** The files of all outputs. */
export interface RunFiles {
  readonly files: readonly WrittenFile[];
  /** An output's names have the suffix because a complete file of another run has the plain one. */
  readonly isSuffixed: boolean;
}

/**
 * The outputs of one run. Results arrive in any order; the files are written at the end in transaction order and are
 * byte-identical whatever the order of arrival.
 */
export interface RunOutputs {
  /** Stores a result for an output (its index in `specs`). It replaces one with the same number and sequence. */
  add(output: number, result: OutputResult): Promise<void>;
  /** Stores a transaction's failure for `<output>.errors.csv` beside each output. */
  fail(failure: OutputFailure): Promise<void>;
  /**
   * Writes all files. May be called again after more results. If one cannot be written, the others still are before the
   * error is thrown. @throws OutputError, FileError.
   */
  finish(delivery?: Delivery): Promise<RunFiles>;
  /** Removes the stored results; written files stay. */
  close(): Promise<void>;
}

/** @throws OutputError `bad-path`; FileError if a path leaves the area. */
export async function openRunOutputs(options: RunOutputsOptions): Promise<RunOutputs> {
  const { area, pathOut, specs, total, scratchFolder, driverColumns, trackNames, quotaBytes } = options;
  const { reserved = [], inDriverColumns = new Set(), hasExpectations = false, driverFormats } = options;
  const targets = specs.map((spec) => ({ spec, ...resolveOutputPath(spec.path, pathOut) }));
  const results = await Promise.all(targets.map(() => openSpool<OutputResult>(scratchFolder)));
  const failures = await openSpool<OutputFailure>(scratchFolder);

  return {
    async add(output, result) {
      const spool = results[specs[output]?.owner ?? output];
      if (spool === undefined) throw new RangeError(`There is no output ${output}.`);
      // In a loop a transaction may reach several OUTPUTs of one file.
      await keep(spool.put(result.number, (result.sequence ?? 0) * specs.length + output, result));
    },
    async fail(failure) {
      await keep(failures.put(failure.number, 0, failure));
    },
    async finish(delivery = PLAIN_DELIVERY) {
      let isSuffixed = false;
      const written: WrittenFile[] = [];
      const refusals: unknown[] = [];
      // Names this run has used: two outputs never overwrite each other, nor their inputs.
      const taken = new Set(reserved.map((file) => file.toLowerCase()));
      for (const [index, { spec, virtual, format }] of targets.entries()) {
        const spool = results[index];
        if (spool === undefined || (spec.owner ?? index) !== index) continue;
        const { replyFormat, fields, sort, top } = spec;
        const shape: TableShape = {
          driverColumns,
          driverFormats,
          trackNames,
          inDriverColumns,
          replyFormat,
          fields,
          sort,
          top,
          hasExpectations,
        };
        const { mode } = spec;
        const target = { area, virtual, pathOut, format, mode, shape, total, taken, quotaBytes, delivery };
        try {
          const output = await writeOutput(target, () => spool.inOrder());
          isSuffixed ||= output.isSuffixed;
          for (const file of output.files) written.push(file);
          // Beside its output, which may have another name.
          const { executionId } = delivery;
          const lists = await writeFailures(area, output.beside, failures.inOrder(), reserved, executionId);
          for (const file of lists) written.push(file);
        } catch (error) {
          refusals.push(error); // other OUTPUTs may still be writable
        }
      }
      if (refusals.length > 0) throw refusals[0];
      return { files: written, isSuffixed };
    },
    async close() {
      for (const spool of [...results, failures]) await spool.close();
    },
  };
}

function openSpool<Item>(folder: string): Promise<Spool<Item>> {
  return createSpool<Item>(path.join(folder, `${randomBytes(8).toString('hex')}.spool`));
}

async function keep(putting: Promise<void>): Promise<void> {
  try {
    await putting;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new OutputError('disk-full', 'There is no room left on the disk to keep results.', {
      cause: error,
    });
  }
}
