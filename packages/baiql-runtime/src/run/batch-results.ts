import type { PlanBatch, PlanOutput, PlanStatement, PlanText } from '@promptwell/baiql-lang';
import {
  fillPath,
  openRunOutputs,
  type Delivery,
  type RunOutputs,
  type WrittenFile,
} from '../outputs/index.js';
import type { Area } from '../paths/index.js';
import type { TransactionResult } from '../records.js';
import type { BatchSources } from '../batch/batch-sources.js';
import { eachStatement } from '../batch/walk-plan.js';
import { fieldsOf } from '../batch/fields-of.js';
import { columnNames } from '../interpreter/transaction-input.js';
import type { FillText } from '../batch/open-batch.js';
import { type LogFile, type LogOfOthers, openLogFile } from './log-file.js';

/** Writes the results of a batch: output files, lists of failures, a log file. */
export interface BatchResults {
  /** Adds a result; a later one for the same transaction replaces it, unless the later one failed. */
  add(result: TransactionResult): Promise<void>;
  /** Lists a transaction that was not run, beside the outputs. */
  leaveOut(left: { readonly number: number; readonly label: string; readonly reason: string }): Promise<void>;
  has(number: number): boolean;
  /** Number of transactions with a result. */
  readonly count: number;
  /** Writes all files, complete and in order. @throws OutputError, FileError */
  finish(delivery?: Delivery): Promise<WrittenFile[]>;
  /** The lines of OUTPUTs that no transaction reached, although some succeeded. */
  unreached(): readonly number[];
  close(): Promise<void>;
}

export interface BatchResultsOptions {
  readonly area: Area;
  readonly batch: PlanBatch;
  readonly sources: Pick<BatchSources, 'total' | 'driver' | 'driverColumns' | 'driverFormats' | 'paths'>;
  /** Every name the script assigns anywhere. */
  readonly assigned: ReadonlySet<string>;
  /** Virtual folder of the outputs. */
  readonly pathOut: string;
  readonly fill: FillText;
  readonly scratchFolder: string;
  readonly quotaBytes?: number;
  /** Files of other batches of the run, which no output may use. */
  readonly filesOfOthers?: readonly string[];
  readonly logOfOthers?: LogOfOthers;
}

export async function openBatchResults(options: BatchResultsOptions): Promise<BatchResults> {
  const { area, batch, sources, pathOut, fill, scratchFolder, quotaBytes, logOfOthers } = options;
  const { filesOfOthers = [], assigned } = options;
  const log =
    batch.log === null
      ? null
      : await openLogFile({
          area,
          written: fill(batch.log.path),
          pathOut,
          scratchFolder,
          quotaBytes,
          others: logOfOthers,
        });
  const owners = sharedOutputs(batch);
  const outputs = await openRunOutputs({
    area,
    pathOut,
    specs: batch.outputs.map(({ path, ownNames = [], grouping, reply, ...output }, index) => ({
      path: grouping === 'SEPARATE' && ownNames.length > 0 ? fillRest(path, ownNames, fill) : fill(path),
      mode: grouping === 'SEPARATE' && sources.driver === 'none' ? 'alone' : MODES[grouping],
      replyFormat: reply,
      fields: fieldsOf(output),
      sort: output.sort && { column: fill(output.sort.column), descending: output.sort.descending },
      top: output.top,
      owner: owners[index],
    })),
    driverColumns: sources.driverColumns,
    driverFormats: sources.driverFormats,
    trackNames: batch.track,
    hasExpectations: [...eachStatement(batch.body)].some(({ kind }) => kind === 'expect'),
    inDriverColumns: inDriverColumns(sources.driverColumns, assigned),
    total: sources.total,
    scratchFolder,
    quotaBytes,
    reserved: [...sources.paths.flat(), ...filesOfOthers, ...(log === null ? [] : [log.path])],
  });
  const reached = new Set<number>();
  const ended = new Uint8Array(sources.total + 1);
  let count = 0;
  let hasSucceeded = false;
  return {
    add(result) {
      if (ended[result.number] === 0) count += 1;
      ended[result.number] = 1;
      for (const { output } of result.outputs) reached.add(owners[output] ?? output);
      hasSucceeded ||= result.status === 'succeeded';
      return addResult(outputs, log, result);
    },
    unreached: () =>
      batch.outputs.flatMap(({ line, index }) =>
        !hasSucceeded || reached.has(owners[index] ?? index) ? [] : [line],
      ),
    leaveOut: (left) => outputs.fail(left),
    has: (number) => ended[number] === 1,
    get count() {
      return count;
    },
    async finish(delivery) {
      const { files, isSuffixed } = await outputs.finish(delivery);
      return log === null ? [...files] : [...files, await log.finish(delivery, isSuffixed)];
    },
    async close() {
      await outputs.close();
      await log?.close();
    },
  };
}

/** Names that the driver's columns provide and nothing else sets: FILENAME, for files. */
function inDriverColumns(columns: readonly string[], assigned: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...columnNames(columns).places.keys()].filter((name) => !assigned.has(name)));
}

/** A path with all constant names filled; names of the transaction stay placeholders. */
function fillRest(path: PlanText, ownNames: readonly string[], fill: FillText): string {
  return fillPath(path, (name) => (ownNames.includes(name) ? name : fill([{ name, written: name }])));
}

const MODES = { AGGREGATE: 'aggregate', SEPARATE: 'separate', MATCH: 'match' } as const;

async function addResult(outputs: RunOutputs, log: LogFile | null, result: TransactionResult): Promise<void> {
  const { number, label, status, reason = '', isCutOff = false } = result;
  for (const { output, result: sent } of result.outputs) await outputs.add(output, sent);
  if (status === 'failed' || isCutOff) await outputs.fail({ number, label, reason });
  if (result.logLines.length > 0) await log?.add(number, result.logLines);
}

/**
 * For each OUTPUT, the index of the one whose file it shares. If the branches of an IF collect their transactions in
 * the same file, that is one file; otherwise each OUTPUT has its own.
 */
function sharedOutputs({ outputs, body }: Pick<PlanBatch, 'outputs' | 'body'>): number[] {
  const owners = outputs.map(({ index }) => index);
  const firstOf = new Map<string, number>();

  /** @param before the files written on the path to these statements. @returns the same after them. */
  function walk(statements: readonly PlanStatement[], before: ReadonlySet<string>): Set<string> {
    const written = new Set(before);
    for (const statement of statements) {
      if (statement.kind === 'if') {
        const ways = [walk(statement.then, written), walk(statement.else, written)];
        for (const way of ways) for (const file of way) written.add(file);
      } else if ('body' in statement) {
        for (const file of walk(statement.body, written)) written.add(file);
      } else if (statement.kind === 'output') {
        const file = fileOf(outputs[statement.output]);
        if (file === null) continue;
        const first = firstOf.get(file);
        if (first === undefined) firstOf.set(file, statement.output);
        else if (!written.has(file)) owners[statement.output] = first;
        written.add(file);
      }
    }
    return written;
  }

  walk(body, new Set());
  return owners;
}

/** Identity of a file; null if each transaction has its own. */
function fileOf(output: PlanOutput | undefined): string | null {
  if (output?.grouping !== 'AGGREGATE') return null;
  const { path, reply, fields, sort, top } = output;
  return JSON.stringify([path, reply, fields, sort, top]);
}
