import type { PlanStatement } from '@promptwell/baiql-lang';
import { eachStatement } from '../batch/analyse-batch.js';
import type { ModelFacts } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { Ask } from '../interpreter/services.js';
import type { BatchEstimate, Estimate } from '../job.js';
import { optimizeRequest } from '../run/optimize-prompts.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import { countRuns } from './count-runs.js';
import { costOf, mostCostOf } from './model-cost.js';
import { dryRun, type DryTools, type DryTransaction } from './dry-run.js';
import type { EstimateReport } from './estimate-report.js';

/** Rows that are looked at, in so many places of the table; of files, which have to be read, only the first few. */
const SAMPLED_PLACES = 10;
const ROWS_A_PLACE = 20;
const SAMPLED_FILES = 20;

/** Tokens of a short reply, for the low estimate. */
const SHORT_REPLY_TOKENS = 100;
const SHOWN_PROMPT_CHARACTERS = 20_000;

export interface EstimatedBatch {
  readonly estimate: BatchEstimate;
  readonly requests: number;
  readonly prompts: Estimate['prompts'];
  readonly notes: readonly string[];
}

export interface BatchToEstimate {
  readonly main: Pick<MainCalls, 'countTokens'>;
  readonly report: EstimateReport;
  readonly prepared: PreparedBatch;
  readonly tools: DryTools;
  /** How many transactions a trial does; null: all. */
  readonly first: number | null;
}

/** What a batch would send and cost, from some of its transactions. */
export async function estimateBatch({
  main,
  report,
  prepared,
  tools,
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
      isSampled: samples.length < total,
      inputTokens: parts.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      lowMicroUsd: sumOf(parts.map(({ lowMicroUsd }) => lowMicroUsd)),
      highMicroUsd: sumOf(parts.map(({ highMicroUsd }) => highMicroUsd)),
    },
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    prompts: shownPrompts(batch.number, samples),
    notes: notesOf(samples, total),
  };
}

/** Null when a part is not known. */
export function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}

/** What of a batch one model is asked: a STEP with a MODEL of its own, or all others. */
interface Part {
  readonly model: ModelFacts;
  readonly asks: readonly Ask[];
  readonly statements: readonly PlanStatement[];
}

function partsOf({ batch, model, stepModels }: PreparedBatch, samples: readonly DryTransaction[]): Part[] {
  const partOf = (step: number): number => (stepModels[step] === undefined ? 0 : step);
  const asks = samples.flatMap((sample) => sample.asks);
  const statements = new Map<number, PlanStatement[]>([[0, []]]);
  let part = 0;
  for (const statement of batch.body) {
    if (statement.kind === 'step') part = partOf(statement.step);
    statements.set(part, [...(statements.get(part) ?? []), statement]);
  }
  return [...statements].map(([number, own]) => ({
    model: stepModels[number]?.model ?? model,
    asks: asks.filter(({ step }) => partOf(step) === number),
    statements: own,
  }));
}

interface PartEstimate {
  readonly requests: number;
  readonly inputTokens: number;
  readonly lowMicroUsd: number | null;
  readonly highMicroUsd: number | null;
}

async function estimatePart(
  main: Pick<MainCalls, 'countTokens'>,
  { sources, model: usual, stepModels }: PreparedBatch,
  { model, asks, statements }: Part,
  share: number,
  total: number,
): Promise<PartEstimate> {
  // The batch's references, which may be long and are the same in every request, are counted once.
  const empty = { prompt: '', references: [], json: false };
  const [frame = 0, withReferences = 0, ...askTokens] = await main.countTokens(model, [
    empty,
    { ...empty, references: sources.references },
    ...asks.map(({ prompt, references, json, fields }) => ({ prompt, references, json, fields })),
  ]);
  const referenceTokens = withReferences - frame;
  const requests = Math.round(asks.length * share);
  const ownTokens = Math.round(askTokens.reduce((sum, tokens) => sum + tokens, 0) * share);
  const firsts = asks.filter(({ isFirst }) => isFirst).length;
  const laterRequests = Math.max(0, requests - Math.round(firsts * share));
  const inputTokens = ownTokens + requests * referenceTokens + laterRequests * SHORT_REPLY_TOKENS;
  // Every branch with the most RUNs, every loop to its end, every reply as long as it may be.
  const mostRequests = Math.max(requests, countRuns(statements) * total);
  const average = requests === 0 ? 0 : inputTokens / requests;
  // From the second RUN on a prompt may hold an earlier reply, of whichever STEP's model.
  const mostLater = Math.max(0, mostRequests - (firsts > 0 ? total : 0));
  const longestReply = Object.values(stepModels).reduce(
    (longest, terms) => Math.max(longest, terms.model.maxOutputTokens),
    usual.maxOutputTokens,
  );
  const mostTokens = Math.ceil(average * mostRequests) + mostLater * longestReply;
  return {
    requests,
    inputTokens,
    lowMicroUsd: costOf(model, inputTokens, requests * SHORT_REPLY_TOKENS),
    highMicroUsd: mostCostOf(model, { requests: mostRequests, inputTokens: mostTokens }),
  };
}

/** OPTIMIZE asks once for each of its prompts, however many transactions there are. */
async function estimateOptimize(
  main: Pick<MainCalls, 'countTokens'>,
  { batch, model, sources }: PreparedBatch,
): Promise<PartEstimate> {
  const asks = [...eachStatement(batch.body)].flatMap((statement) =>
    statement.kind === 'prompt' && statement.optimize
      ? [{ prompt: optimizeRequest(statement.text), references: sources.references, json: false }]
      : [],
  );
  const requests = asks.length;
  const tokens = requests === 0 ? [] : await main.countTokens(model, asks);
  const inputTokens = tokens.reduce((sum, each) => sum + each, 0);
  return {
    requests,
    inputTokens,
    lowMicroUsd: costOf(model, inputTokens, requests * SHORT_REPLY_TOKENS),
    highMicroUsd: mostCostOf(model, { requests, inputTokens }),
  };
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
  const of = samples.length < total ? `${samples.length} that were looked at` : String(total);
  return [
    `${failures.length} of the ${of} transactions will fail. Transaction ${first.number}: ${first.failure ?? ''}`,
  ];
}

function cut(text: string): string {
  return text.length <= SHOWN_PROMPT_CHARACTERS ? text : `${text.slice(0, SHOWN_PROMPT_CHARACTERS)}…`;
}
