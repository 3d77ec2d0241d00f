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
  /** The fields of JSON replies that are columns; none: all that there are. */
  readonly fields?: readonly ReplyField[];
  readonly sort?: TableShape['sort'];
  readonly top?: number | undefined;
  /** The OUTPUT whose file it writes into, by its place in the list; its own when absent. */
  readonly owner?: number;
}

/** What all outputs of a run share. */
export interface RunOutputsOptions {
  readonly area: Area;
  /** PATH_OUT; every output lies below it. */
  readonly pathOut: string;
  readonly specs: readonly OutputSpec[];
  /** `['FILENAME']` when the driver is files. */
  readonly driverColumns: readonly string[];
  /** What the values of these are, where a workbook says so. */
  readonly driverFormats?: TableShape['driverFormats'];
  readonly trackNames: readonly string[];
  /** Names that stand among the driver's columns, with their values: TRACK adds no column for them. */
  readonly inDriverColumns?: ReadonlySet<string>;
  readonly hasExpectations?: boolean;
  /** Number of the run's transactions. */
  readonly total: number;
  /** What all files of the area may take together; absent where nothing limits them. */
  readonly quotaBytes?: number;
  /** Full paths that no output takes: files that the batch reads may lie below PATH_OUT. */
  readonly reserved?: readonly string[];
  /** An existing real folder, of this run alone, outside the user's area. */
  readonly scratchFolder: string;
}

/** The files of all outputs. */
export interface RunFiles {
  readonly files: readonly WrittenFile[];
  /** An output has the suffix in its names, because a whole file of another run has the plain one. */
  readonly isSuffixed: boolean;
}

/**
 * The outputs of one run. Results come in any order; the files are made at the end, in the order of the transactions,
 * and are the same, byte for byte, whatever the order was.
 */
export interface RunOutputs {
  /** Keeps a result for an output (its place in `specs`). The same number and sequence again replaces it. */
  add(output: number, result: OutputResult): Promise<void>;
  /** Keeps what is wrong with a transaction, for `<output>.errors.csv` beside each output. */
  fail(failure: OutputFailure): Promise<void>;
  /**
   * Writes all files. May be called again after more results. Where one can't be written, the others are, before the fault
   * is thrown. @throws OutputError, FileError.
   */
  finish(delivery?: Delivery): Promise<RunFiles>;
  /** Removes what was kept; files that were written stay. */
  close(): Promise<void>;
}

/** @throws OutputError `bad-path`, FileError when a path leaves the area. */
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
      // In a loop a transaction may come to several OUTPUTs of one file.
      await keep(spool.put(result.number, (result.sequence ?? 0) * specs.length + output, result));
    },
    async fail(failure) {
      await keep(failures.put(failure.number, 0, failure));
    },
    async finish(delivery = PLAIN_DELIVERY) {
      let isSuffixed = false;
      const written: WrittenFile[] = [];
      const refusals: unknown[] = [];
      // Names that this run has given: two outputs never overwrite each other, nor what they are made from.
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
          // Beside its output, which may have got another name.
          const { executionId } = delivery;
          const lists = await writeFailures(area, output.beside, failures.inOrder(), reserved, executionId);
          for (const file of lists) written.push(file);
        } catch (error) {
          refusals.push(error); // what another OUTPUT asks for may well be written
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
