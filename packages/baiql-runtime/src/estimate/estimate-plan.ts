import { sendsAnything, type Plan, type PlanBatch } from '@promptwell/baiql-lang';
import { assignedNames, batchesOf, hasEarlierFile } from '../batch/walk-plan.js';
import type { Estimate, EstimateJob } from '../job.js';
import { FileError, INPUT_FOLDER } from '../paths/index.js';
import type { PlainValue } from '../records.js';
import { explainStop } from '../run/explain-stop.js';
import { prepareBatch } from '../run/prepare-batch.js';
import { namedFileReader } from '../run/read-named-file.js';
import { runOutside } from '../run/run-outside.js';
import { TotalsCounter } from '../run/totals.js';
import type { MainCalls, MainNotes } from '../worker/protocol.js';
import { estimateBatch, SHOWN_PROMPTS, sumOf, type EstimatedBatch } from './estimate-batch.js';
import { createEstimateReport } from './estimate-report.js';

type Main = Pick<MainCalls, 'findModel' | 'countTokens' | 'readText' | 'answeredAt'> &
  Pick<MainNotes, 'estimating'>;

/** VALIDATE: does everything a run does except sending. Problems are returned, not thrown. */
export async function estimatePlan(main: Main, job: EstimateJob): Promise<Estimate> {
  const { plan, person } = job;
  const base = new Map<string, PlainValue>();
  const globals = new Map<string, PlainValue>();
  const assigned = assignedNames(plan);
  const startedAtMs = Date.now();
  const outside = {
    executionId: 'estimate',
    person,
    startedAtMs,
    base,
    globals,
    assigned,
    log: () => undefined,
    figures: () => new TotalsCounter().figures,
  };
  const report = createEstimateReport((progress) => main.estimating(progress));
  const batches: EstimatedBatch[] = [];
  const problems: string[] = [];
  const notes: string[] = [];
  for (const item of plan.items) {
    try {
      if (item.kind !== 'batch') {
        if ((await runOutside(outside, item)) === 'halt') break;
        continue;
      }
      const scans = new Map<string, number>();
      const noteOcr = (name: string, pages: number): void => void scans.set(name, pages);
      const guesses = new Set<string>();
      const noteGuess = (sentence: string): void => void guesses.add(sentence);
      const reading = { counted: report.counted, noteOcr, noteGuess };
      const preparation = {
        main,
        job: { ...job, executionId: 'estimate' },
        startedAtMs,
        values: [globals, base],
        reading,
      };
      const prepared = await prepareBatch(preparation, item);
      try {
        for (const note of prepared.notes) notes.push(note);
        const tools = {
          names: { base, globals, assigned },
          readFile: namedFileReader(main, job.area, prepared, reading),
        };
        batches.push(
          await estimateBatch({
            main,
            report,
            prepared,
            tools,
            area: job.area,
            first: job.first ?? null,
            scans,
            guesses,
          }),
        );
      } finally {
        await prepared.sources.close();
      }
    } catch (error) {
      const { message } = explainStop(error);
      if (item.kind === 'batch' && isMadeByTheRun(error, item, plan)) {
        notes.push(
          `Batch ${item.number} reads files the script itself writes, so it isn’t part of the estimate.`,
        );
      } else problems.push(message);
    }
  }
  if (!sendsAnything(plan)) notes.push('No batch has a RUN, so nothing will be sent.');
  return summarize(batches, sentBy(plan), costLimitOf(plan), problems, notes);
}

/** The numbers of the batches whose requests count: those with VALIDATE only if no other batch would send any. */
function sentBy(plan: Plan): ReadonlySet<number> {
  const batches = batchesOf(plan);
  const sending = batches.filter(({ mode }) => mode !== 'VALIDATE');
  return new Set((sending.length > 0 ? sending : batches).map(({ number }) => number));
}

function summarize(
  batches: readonly EstimatedBatch[],
  sent: ReadonlySet<number>,
  costLimitMicroUsd: number | null,
  problems: readonly string[],
  notes: readonly string[],
): Estimate {
  const counted = batches.filter(({ estimate }) => sent.has(estimate.batch));
  const estimates = counted.map(({ estimate }) => estimate);
  return {
    transactions: sumOf(estimates.map(({ transactions }) => transactions)) ?? 0,
    requests: sumOf(counted.map(({ requests }) => requests)) ?? 0,
    models: [...new Set(counted.flatMap(({ models }) => models))],
    inputTokens: sumOf(estimates.map(({ inputTokens }) => inputTokens)) ?? 0,
    lowMicroUsd: sumOf(estimates.map(({ lowMicroUsd }) => lowMicroUsd)),
    likelyMicroUsd: sumOf(counted.map(({ likelyMicroUsd }) => likelyMicroUsd)),
    highMicroUsd: sumOf(estimates.map(({ highMicroUsd }) => highMicroUsd)),
    costLimitMicroUsd,
    prompts: batches.flatMap(({ prompts }) => prompts).slice(0, SHOWN_PROMPTS),
    batches: batches.map(({ estimate }) => estimate),
    problems,
    notes: [...notes, ...batches.flatMap((batch) => notesOf(batch, batches.length > 1))],
    sources: Object.fromEntries(batches.map(({ estimate, sources }) => [estimate.batch, sources])),
    answered: answeredOf(counted),
  };
}

/** Batches without earlier answers are paid in full. */
function answeredOf(batches: readonly EstimatedBatch[]): Estimate['answered'] {
  const answered = batches.flatMap((batch) => batch.answered ?? []);
  if (answered.length === 0) return null;
  const costs = batches.map(
    (batch) => batch.answered ?? { ...batch.estimate, likelyMicroUsd: batch.likelyMicroUsd },
  );
  return {
    transactions: answered.reduce((sum, { transactions }) => sum + transactions, 0),
    latestMs: answered.reduce((latest, { latestMs }) => Math.max(latest, latestMs), 0),
    lowMicroUsd: sumOf(costs.map(({ lowMicroUsd }) => lowMicroUsd)),
    likelyMicroUsd: sumOf(costs.map(({ likelyMicroUsd }) => likelyMicroUsd)),
    highMicroUsd: sumOf(costs.map(({ highMicroUsd }) => highMicroUsd)),
  };
}

const notesOf = ({ estimate, notes }: EstimatedBatch, isOneOfSeveral: boolean): readonly string[] =>
  isOneOfSeveral ? notes.map((note) => `Batch ${estimate.batch}: ${note}`) : notes;

function costLimitOf(plan: Plan): number | null {
  let lowestUsd = Number.POSITIVE_INFINITY;
  for (const { limit } of batchesOf(plan)) lowestUsd = Math.min(lowestUsd, limit?.costUsd ?? lowestUsd);
  return Number.isFinite(lowestUsd) ? Math.floor(lowestUsd * 1_000_000) : null;
}

/** A file in the output folder that an earlier batch may still create. */
function isMadeByTheRun(error: unknown, batch: PlanBatch, plan: Plan): boolean {
  if (!(error instanceof FileError) || error.code !== 'not-found') return false;
  return hasEarlierFile(plan, batch) && !error.message.includes(INPUT_FOLDER);
}
