import type { PlanBatch } from '@promptwell/baiql-lang';
import { eachStatement } from '../batch/walk-plan.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { BatchEstimate, Estimate } from '../job.js';
import type { Area } from '../paths/index.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import { dryRun, type DryTools, type DryTransaction } from './dry-run.js';
import { estimateOptimize, estimatePart, partsOf, type PartEstimate } from './estimate-part.js';
import type { EstimateReport } from './estimate-report.js';
import { growingGlobal } from './growing-prompts.js';
import { replacedFiles } from './replaced-files.js';

/** Rows that are looked at, in so many places of the table; of files, which have to be read, only the first few. */
const SAMPLED_PLACES = 10;
const ROWS_A_PLACE = 20;
const SAMPLED_FILES = 20;

const SHOWN_PROMPT_CHARACTERS = 20_000;
const WORTH_SAYING_MINUTES = 5;

export interface EstimatedBatch {
  readonly estimate: BatchEstimate;
  readonly requests: number;
  /** Those of the requests. */
  readonly models: readonly string[];
  readonly prompts: Estimate['prompts'];
  readonly notes: readonly string[];
  readonly sources: PreparedBatch['sources']['fingerprints'];
}

export interface BatchToEstimate {
  readonly main: Pick<MainCalls, 'countTokens'>;
  readonly report: EstimateReport;
  readonly prepared: PreparedBatch;
  readonly tools: DryTools;
  readonly area: Area;
  /** How many transactions a trial does; null: all. */
  readonly first: number | null;
}

/** What a batch would send and cost, from some of its transactions. */
export async function estimateBatch({
  main,
  report,
  prepared,
  tools,
  area,
  first,
}: BatchToEstimate): Promise<EstimatedBatch> {
  const { batch, model, sources } = prepared;
  const total = Math.min(sources.total, first ?? sources.total);
  const samples: DryTransaction[] = [];
  const { places, each } = sampling(prepared);
  report.willLookAt(Math.min(total, places * each));
  for await (const pending of sampled(prepared, total)) {
    samples.push(await dryRun(prepared, tools, pending));
    report.lookedAt();
  }
  const share = samples.length === 0 ? 0 : total / samples.length;
  const parts: PartEstimate[] = [];
  for (const part of partsOf(prepared, samples))
    parts.push(await estimatePart(main, prepared, part, share, total));
  if (total > 0) parts.push(await estimateOptimize(main, prepared));
  return {
    estimate: {
      batch: batch.number,
      line: batch.line,
      model: model.model,
      transactions: total,
      leftOut: sources.total - total,
      isSampled: samples.length < total,
      inputTokens: parts.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      lowMicroUsd: sumOf(parts.map(({ lowMicroUsd }) => lowMicroUsd)),
      highMicroUsd: sumOf(parts.map(({ highMicroUsd }) => highMicroUsd)),
    },
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    models: parts.flatMap((part) => (part.requests > 0 ? [part.model] : [])),
    prompts: shownPrompts(batch.number, samples),
    notes: [
      ...notesOf(samples, total),
      ...parts.flatMap((part) => part.notes),
      ...growthOf(batch, total),
      ...paceOf(batch, total),
      ...(await replacedFiles(prepared, area)),
    ],
    sources: sources.fingerprints,
  };
}

/** Null when a part is not known. */
export function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}

function sampling({ sources, batch }: PreparedBatch): { places: number; each: number } {
  const readsFiles = [...eachStatement(batch.body)].some(
    (statement) => statement.kind === 'get' && statement.source.kind === 'file',
  );
  return sources.driver === 'files' || readsFiles
    ? { places: 1, each: SAMPLED_FILES }
    : { places: SAMPLED_PLACES, each: ROWS_A_PLACE };
}

async function* sampled(prepared: PreparedBatch, total: number): AsyncGenerator<PendingTransaction> {
  const { sources } = prepared;
  const { places, each } = sampling(prepared);
  const never = new AbortController().signal;
  const step = Math.max(each, Math.floor(total / places));
  for (let from = 1, place = 0; from <= total && place < places; from += step, place += 1) {
    let taken = 0;
    for await (const pending of sources.transactions(from, never)) {
      if (pending.number > total) break;
      yield pending;
      taken += 1;
      if (taken >= each) break;
    }
  }
}

function shownPrompts(batch: number, samples: readonly DryTransaction[]): Estimate['prompts'] {
  return samples
    .flatMap(({ number, asks }) =>
      asks.slice(0, 1).map(({ prompt }) => ({ batch, number, text: cut(prompt) })),
    )
    .slice(0, 3);
}

function notesOf(samples: readonly DryTransaction[], total: number): string[] {
  const failures = samples.filter(({ failure }) => failure !== null);
  const [first] = failures;
  if (first === undefined) return [];
  const of = samples.length < total ? `${samples.length} transactions looked at` : `${total} transactions`;
  return [`${failures.length} of the ${of} will fail. Transaction ${first.number}: ${first.failure ?? ''}`];
}

function growthOf(batch: PlanBatch, total: number): string[] {
  const name = total > 1 ? growingGlobal(batch) : null;
  if (name === null) return [];
  return [
    `{${name}} grows with each transaction and is part of the prompt, so the run can cost more than estimated. LIMIT COST sets a maximum.`,
  ];
}

/** LIMIT 10 is a pace: whoever thinks of ten rows is told that all of them are done. */
function paceOf({ limit }: PlanBatch, total: number): string[] {
  const rate = limit?.perMinute ?? null;
  const minutes = rate === null ? 0 : Math.floor(total / rate);
  if (minutes < WORTH_SAYING_MINUTES) return [];
  return [
    `LIMIT ${rate} is per minute: all ${total.toLocaleString('en')} transactions take at least ${minutes.toLocaleString('en')} minutes.`,
  ];
}

function cut(text: string): string {
  return text.length <= SHOWN_PROMPT_CHARACTERS ? text : `${text.slice(0, SHOWN_PROMPT_CHARACTERS)}…`;
}
