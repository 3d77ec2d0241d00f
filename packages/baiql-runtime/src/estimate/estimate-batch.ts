import { promptWithReferences } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { BatchEstimate, Estimate } from '../job.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import { countRuns } from './count-runs.js';
import { costOf, mostCostOf } from './model-cost.js';
import { dryRun, type DryTransaction, type Names } from './dry-run.js';

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

/** What a batch would send and cost, from some of its transactions. */
export async function estimateBatch(
  main: Pick<MainCalls, 'countTokens'>,
  prepared: PreparedBatch,
  names: Names,
): Promise<EstimatedBatch> {
  const { batch, model, sources } = prepared;
  const { total } = sources;
  const samples: DryTransaction[] = [];
  for await (const pending of sampled(prepared)) samples.push(await dryRun(prepared, names, pending));
  const asks = samples.flatMap((sample) => sample.asks);
  const [referenceTokens = 0, ...promptTokens] = await main.countTokens(model, [
    promptWithReferences({ prompt: '', references: sources.references }),
    ...asks.map((ask) => promptWithReferences(ask)),
  ]);
  const share = samples.length === 0 ? 0 : total / samples.length;
  const requests = Math.round(asks.length * share);
  const ownTokens = Math.round(promptTokens.reduce((sum, tokens) => sum + tokens, 0) * share);
  const laterRequests = Math.max(
    0,
    requests - Math.round(samples.filter((each) => each.asks.length > 0).length * share),
  );
  const inputTokens = ownTokens + requests * referenceTokens + laterRequests * SHORT_REPLY_TOKENS;
  const most = mostOf(prepared, requests, inputTokens);
  return {
    estimate: {
      batch: batch.number,
      line: batch.line,
      model: model.model,
      transactions: total,
      isSampled: samples.length < total,
      inputTokens,
      lowMicroUsd: costOf(model, inputTokens, requests * SHORT_REPLY_TOKENS),
      highMicroUsd: mostCostOf(model, most),
    },
    requests,
    prompts: shownPrompts(batch.number, samples),
    notes: notesOf(batch.number, samples, total),
  };
}

async function* sampled({ sources }: PreparedBatch): AsyncGenerator<PendingTransaction> {
  const { total, driver } = sources;
  const never = new AbortController().signal;
  const places = driver === 'files' ? 1 : SAMPLED_PLACES;
  const each = driver === 'files' ? SAMPLED_FILES : ROWS_A_PLACE;
  const step = Math.max(each, Math.floor(total / places));
  for (let from = 1, place = 0; from <= total && place < places; from += step, place += 1) {
    let taken = 0;
    for await (const pending of sources.transactions(from, never)) {
      yield pending;
      taken += 1;
      if (taken >= each) break;
    }
  }
}

/** Every branch with the most RUNs, every loop to its end, every reply as long as it may be. */
function mostOf(
  { batch, model, sources }: PreparedBatch,
  requests: number,
  inputTokens: number,
): { requests: number; inputTokens: number } {
  const runs = countRuns(batch.body);
  const mostRequests = Math.max(requests, runs * sources.total);
  const average = requests === 0 ? 0 : inputTokens / requests;
  // From the second RUN on a prompt may hold an earlier reply.
  const repliesInside = Math.max(0, mostRequests - sources.total) * model.maxOutputTokens;
  return { requests: mostRequests, inputTokens: Math.ceil(average * mostRequests) + repliesInside };
}

function shownPrompts(batch: number, samples: readonly DryTransaction[]): Estimate['prompts'] {
  return samples
    .flatMap(({ number, asks }) =>
      asks.slice(0, 1).map(({ prompt }) => ({ batch, number, text: cut(prompt) })),
    )
    .slice(0, 3);
}

function notesOf(batch: number, samples: readonly DryTransaction[], total: number): string[] {
  const failures = samples.filter(({ failure }) => failure !== null);
  const [first] = failures;
  if (first === undefined) return [];
  const of = samples.length < total ? `${samples.length} that were looked at` : String(total);
  return [
    `Batch ${batch}: ${failures.length} of the ${of} transactions will fail, such as ${first.number}: ${first.failure ?? ''}`,
  ];
}

function cut(text: string): string {
  return text.length <= SHOWN_PROMPT_CHARACTERS ? text : `${text.slice(0, SHOWN_PROMPT_CHARACTERS)}…`;
}
