import type { PlanBatch } from '@promptwell/baiql-lang';
import { eachStatement } from '../batch/walk-plan.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { AnsweredEstimate, BatchEstimate, Estimate } from '../job.js';
import type { Area } from '../paths/index.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import { dryRun, type DryRunDeps, type DryTransaction } from './dry-run.js';
import { createEarlierAnswers, type EarlierAnswers } from './earlier-answers.js';
import {
  estimateOptimize,
  estimatePart,
  maxRunsOf,
  partsOf,
  type PartEstimate,
  type Scale,
} from './estimate-part.js';
import type { EstimateReport } from './estimate-report.js';
import { growingGlobal } from './growing-prompts.js';
import { replacedFiles } from './replaced-files.js';
import { createSurvey } from './survey.js';

/** Up to this many rows are all examined; longer tables are sampled at this many places. */
const MAX_ROWS = 20_000;
const SAMPLED_PLACES = 10;
const ROWS_PER_SAMPLE = 20;
/** Sampled transactions whose tokens are counted. */
const COUNTED_ROWS = 200;
const COUNTED_FILES = 40;
/** Documents read concurrently. */
const CONCURRENCY = 4;

/** Prompts shown beside an estimate. */
export const SHOWN_PROMPTS = 3;
const SHOWN_PROMPT_CHARACTERS = 20_000;
const WORTH_SAYING_MINUTES = 5;

export interface EstimatedBatch {
  readonly estimate: BatchEstimate;
  readonly requests: number;
  /** Those of the requests. */
  readonly models: readonly string[];
  readonly prompts: Estimate['prompts'];
  readonly likelyMicroUsd: number | null;
  readonly notes: readonly string[];
  readonly sources: PreparedBatch['sources']['fingerprints'];
  /** Null: no transaction was answered before. */
  readonly answered: Estimate['answered'];
}

export interface BatchToEstimate {
  readonly main: Pick<MainCalls, 'countTokens' | 'answeredAt'>;
  readonly report: EstimateReport;
  readonly prepared: PreparedBatch;
  readonly tools: DryRunDeps;
  readonly area: Area;
  /** Number of transactions of a trial; null for all. */
  readonly first: number | null;
  /** Pages to be read by OCR, by file; grows while the batch is examined. */
  readonly scans: ReadonlyMap<string, number>;
  /** Notes about guessed encodings; grows likewise. */
  readonly guesses: ReadonlySet<string>;
}

/** Estimates the requests and cost of a batch, extrapolated from some of its transactions. */
export async function estimateBatch({
  main,
  report,
  prepared,
  tools,
  area,
  first,
  scans,
  guesses,
}: BatchToEstimate): Promise<EstimatedBatch> {
  const { batch, model, sources } = prepared;
  const total = Math.min(sources.total, first ?? sources.total);
  const { places, each, counted } = sampling(prepared, total);
  const expected = Math.min(total, places * each);
  report.addExpected(expected);
  const samples: DryTransaction[] = [];
  const prompts: Estimate['prompts'][number][] = [];
  const survey = createSurvey();
  const earlier = createEarlierAnswers(main, prepared);
  const every = Math.max(1, Math.ceil(expected / counted));
  const looked = inOrder(sampled(prepared, total, { places, each }), CONCURRENCY, (pending) =>
    dryRun(prepared, tools, pending),
  );
  for await (const transaction of looked) {
    // Only these keep their texts, which may be long.
    if (survey.count % every === 0) samples.push(transaction);
    const [opening] = transaction.asks;
    if (opening && prompts.length < SHOWN_PROMPTS)
      prompts.push({ batch: batch.number, number: transaction.number, text: cut(opening.prompt) });
    survey.add(transaction);
    earlier.add(transaction);
    report.addExamined();
  }
  const scale: Scale = {
    share: samples.length === 0 ? 0 : total / samples.length,
    total,
    scannedPages: [...scans.values()].reduce((sum, pages) => sum + pages, 0),
  };
  const parts: PartEstimate[] = [];
  for (const part of partsOf(prepared, samples)) parts.push(await estimatePart(main, prepared, part, scale));
  if (total > 0) parts.push(await estimateOptimize(main, prepared));
  const cost = {
    lowMicroUsd: sumOf(parts.map((part) => part.lowMicroUsd)),
    likelyMicroUsd: sumOf(parts.map((part) => part.likelyMicroUsd)),
    highMicroUsd: sumOf(parts.map((part) => part.highMicroUsd)),
  };
  return {
    estimate: {
      batch: batch.number,
      line: batch.line,
      model: model.model,
      transactions: total,
      leftOut: sources.total - total,
      isSampled: survey.count < total,
      inputTokens: parts.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      lowMicroUsd: cost.lowMicroUsd,
      highMicroUsd: cost.highMicroUsd,
    },
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    likelyMicroUsd: cost.likelyMicroUsd,
    answered: reusing(batch, cost, await earlier.find(), { looked: survey.count, total }),
    models: parts.flatMap((part) => (part.requests > 0 ? [part.model] : [])),
    prompts,
    notes: [
      ...survey.notes(total),
      ...scanNotes(scans),
      ...guessNotes(guesses),
      ...parts.flatMap((part) => part.notes),
      ...growthOf(batch, total),
      ...paceOf(batch, total),
      ...(await replacedFiles(prepared, area)),
    ],
    sources: sources.fingerprints,
  };
}

/** The cost of the transactions that no earlier run has answered. */
function reusing(
  { body }: PlanBatch,
  { lowMicroUsd, likelyMicroUsd, highMicroUsd }: Omit<AnsweredEstimate, 'transactions' | 'latestMs'>,
  found: Awaited<ReturnType<EarlierAnswers['find']>>,
  { looked, total }: { looked: number; total: number },
): Estimate['answered'] {
  if (found === null) return null;
  const rest = 1 - found.count / looked;
  const scaled = (cost: number | null): number | null => (cost === null ? null : Math.ceil(cost * rest));
  return {
    transactions: Math.round((found.count / looked) * total),
    latestMs: found.latestMs,
    lowMicroUsd: scaled(lowMicroUsd),
    likelyMicroUsd: scaled(likelyMicroUsd),
    // Only the first reply is known to be stored: what follows it may have to be paid.
    highMicroUsd: maxRunsOf(body) <= 1 ? scaled(highMicroUsd) : highMicroUsd,
  };
}

/** Null if a part is unknown. */
export function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}

interface Sampling {
  readonly places: number;
  readonly each: number;
}

/** Opens every file, so that a locked or empty one is reported before anything is paid. */
function sampling({ sources, batch }: PreparedBatch, total: number): Sampling & { counted: number } {
  const readsFiles =
    sources.driver === 'files' ||
    batch.loads.some(({ type }) => type === 'DIR' || type === 'WORK') ||
    [...eachStatement(batch.body)].some(
      (statement) => statement.kind === 'get' && statement.source.kind === 'file',
    );
  if (readsFiles) return { places: 1, each: total, counted: COUNTED_FILES };
  if (total <= MAX_ROWS) return { places: 1, each: total, counted: COUNTED_ROWS };
  return { places: SAMPLED_PLACES, each: ROWS_PER_SAMPLE, counted: COUNTED_ROWS };
}

async function* sampled(
  { sources }: PreparedBatch,
  total: number,
  { places, each }: Sampling,
): AsyncGenerator<PendingTransaction> {
  const never = new AbortController().signal;
  const step = Math.max(1, each, Math.floor(total / places));
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

/** Maps with limited concurrency; the results keep their order. */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const working: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // An error is thrown in order, when its element is reached.
    result.catch(() => undefined);
    working.push(result);
    const [first] = working;
    if (working.length < atOnce || first === undefined) continue;
    void working.shift();
    yield await first;
  }
  for (const rest of working) yield await rest;
}

const MAX_GUESSES = 5;

function guessNotes(guesses: ReadonlySet<string>): string[] {
  const more = guesses.size - MAX_GUESSES;
  return [
    ...[...guesses].slice(0, MAX_GUESSES),
    ...(more > 0
      ? [
          `${more.toLocaleString('en')} more ${more === 1 ? 'file is' : 'files are'} in an encoding that had to be guessed.`,
        ]
      : []),
  ];
}

/** OCR takes about a second per page and is left to the run. */
function scanNotes(scans: ReadonlyMap<string, number>): string[] {
  if (scans.size === 0) return [];
  const pages = [...scans.values()].reduce((sum, count) => sum + count, 0);
  const named = [...scans].slice(0, 5).map(([name, count]) => `${name} (${count})`);
  const more = scans.size > named.length ? ` and ${scans.size - named.length} more` : '';
  const what = pages === 1 ? '1 page has' : `${pages.toLocaleString('en')} pages have`;
  return [`${what} no text and will be read by OCR: ${named.join(', ')}${more}.`];
}

function growthOf(batch: PlanBatch, total: number): string[] {
  const name = total > 1 ? growingGlobal(batch) : null;
  if (name === null) return [];
  return [
    `{${name}} grows with each transaction and is part of the prompt, so the run can cost more than estimated. LIMIT COST sets a maximum.`,
  ];
}

/** LIMIT 10 is a rate limit: warns users who may have meant ten rows that all of them will run. */
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
