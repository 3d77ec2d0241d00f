import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';
import type { Analysis } from '../batch/analyse-batch.js';
import { eachStatement } from '../batch/walk-plan.js';
import type { ModelFacts } from '../host.js';
import type { Ask } from '../interpreter/services.js';
import { optimizeRequest } from '../run/optimize-prompts.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import type { DryTransaction } from './dry-run.js';
import { costOfTokens, maxCostOf } from './model-cost.js';

/** Tokens of a short reply, for the low estimate. */
const SHORT_REPLY_TOKENS = 100;
/** Tokens of a typical reply. */
const DEFAULT_REPLY_TOKENS = 250;
/** Assumed iterations of a loop that ends by a condition; the real number is unknown. */
const ASSUMED_ITERATIONS = 10;

/** The requests of a batch to one model: those of a STEP with its own MODEL, or all others. */
export interface Part {
  readonly model: ModelFacts;
  /** With their transaction numbers. */
  readonly asks: readonly (Ask & { readonly number: number })[];
  readonly statements: readonly PlanStatement[];
}

export function partsOf(
  { batch, model, stepModels }: PreparedBatch,
  samples: readonly DryTransaction[],
): Part[] {
  const partOf = (step: number): number => (stepModels[step] === undefined ? 0 : step);
  const asks = samples.flatMap(({ number, asks: all }) => all.map((ask) => ({ ...ask, number })));
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

export interface PartEstimate {
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly lowMicroUsd: number | null;
  readonly likelyMicroUsd: number | null;
  readonly highMicroUsd: number | null;
  readonly notes: readonly string[];
}

/** The population that the sampled transactions represent. */
export interface Scale {
  /** How many transactions each sampled one represents. */
  readonly share: number;
  readonly total: number;
  /** Pages of all transactions that only OCR can read. */
  readonly scannedPages: number;
}

/** About the tokens of a full typed page. */
const TOKENS_OF_PAGE = 700;

/** Estimates the requests and cost of one part, extrapolated from the sampled transactions. */
export async function estimatePart(
  main: Pick<MainCalls, 'countTokens'>,
  { batch, analysis, sources, model: usual, stepModels }: PreparedBatch,
  { model, asks, statements }: Part,
  { share, total, scannedPages }: Scale,
): Promise<PartEstimate> {
  // The batch's references may be long and are the same in every request, so they are counted once.
  const empty = { prompt: '', references: [], json: false };
  const [frame = 0, withReferences = 0, ...askTokens] = await main.countTokens(model, [
    empty,
    { ...empty, references: sources.references },
    ...asks.map(({ prompt, references, json, fields, isClosed }) => ({
      prompt,
      references,
      json,
      fields,
      isClosed,
    })),
  ]);
  const referenceTokens = withReferences - frame;
  const requests = Math.round(asks.length * share);
  const ownTokens =
    Math.round(askTokens.reduce((sum, tokens) => sum + tokens, 0) * share) + scannedPages * TOKENS_OF_PAGE;
  const firsts = asks.filter(({ isFirst }) => isFirst).length;
  const laterRequests = Math.max(0, requests - Math.round(firsts * share));
  const inputTokens = ownTokens + requests * referenceTokens + laterRequests * SHORT_REPLY_TOKENS;
  // Assumes the branch with the most RUNs, every loop run to its end, and replies of maximum length.
  const maxRequests = Math.max(requests, maxRunsOf(statements) * total);
  const average = requests === 0 ? 0 : inputTokens / requests;
  // From the second RUN on, a prompt may include an earlier reply from any STEP's model.
  const maxLaterRequests = Math.max(0, maxRequests - (firsts > 0 ? total : 0));
  const longestReply = Object.values(stepModels).reduce(
    (longest, terms) => Math.max(longest, terms.model.maxOutputTokens),
    usual.maxOutputTokens,
  );
  const maxTokens = Math.ceil(average * maxRequests) + maxLaterRequests * longestReply;
  // A reply that is not JSON is paid and requested again.
  const maxRetries = count(statements, retriesIn(batch, analysis)) * total;
  const maxSent = maxRequests + maxRetries;
  const maxSentTokens = maxRetries === 0 ? maxTokens : Math.ceil((maxTokens * maxSent) / maxRequests);
  return {
    model: model.model,
    requests,
    inputTokens,
    lowMicroUsd: costOfTokens(model, inputTokens, requests * replyOf(model, SHORT_REPLY_TOKENS)),
    likelyMicroUsd: costOfTokens(model, inputTokens, requests * replyOf(model, DEFAULT_REPLY_TOKENS)),
    highMicroUsd: maxCostOf(model, { requests: maxSent, inputTokens: maxSentTokens }),
    notes: tooLong(
      model,
      asks.map(({ number }, index) => ({ number, tokens: (askTokens[index] ?? 0) + referenceTokens })),
    ),
  };
}

/** OPTIMIZE sends one request per prompt, independent of the number of transactions. */
export async function estimateOptimize(
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
    model: model.model,
    requests,
    inputTokens,
    lowMicroUsd: costOfTokens(model, inputTokens, requests * replyOf(model, SHORT_REPLY_TOKENS)),
    likelyMicroUsd: costOfTokens(model, inputTokens, requests * replyOf(model, DEFAULT_REPLY_TOKENS)),
    highMicroUsd: maxCostOf(model, { requests, inputTokens }),
    notes: [],
  };
}

/** The provider would refuse these on every retry. */
function tooLong(
  { model, contextTokens = Number.POSITIVE_INFINITY }: ModelFacts,
  asks: readonly { number: number; tokens: number }[],
): string[] {
  const [first, ...more] = asks.filter(({ tokens }) => tokens > contextTokens);
  if (first === undefined) return [];
  const others = new Set(more.map(({ number }) => number).filter((number) => number !== first.number)).size;
  const [tokens, most] = [first.tokens, contextTokens].map((count) => count.toLocaleString('en'));
  return [
    `Transaction ${first.number}${others === 0 ? '' : ` and ${others} more`}: the prompt is too long for ${model}. ` +
      `It has about ${tokens} tokens, and the model reads ${most}.`,
  ];
}

/** MAX_TOKENS may allow even less. */
const replyOf = ({ maxOutputTokens }: ModelFacts, tokens: number): number =>
  Math.min(tokens, maxOutputTokens);

type Requests = (statement: PlanStatement) => number;

/** How often each statement may ask again for a reply that was paid: those that have to be JSON. */
function retriesIn({ errorPolicy }: PlanBatch, { jsonRuns }: Analysis): Requests {
  return (statement) => {
    if (statement.kind === 'retry') return jsonRuns.size > 0 ? statement.times : 0;
    if (statement.kind !== 'run' || !jsonRuns.has(statement.run)) return 0;
    return statement.retries ?? errorPolicy.retries;
  };
}

/** The most RUNs of one transaction. */
export const maxRunsOf = (body: readonly PlanStatement[]): number =>
  count(body, ({ kind }) => (kind === 'run' ? 1 : 0));

/** The most requests that the statements are expected to make for one transaction, given those of each. */
function count(statements: readonly PlanStatement[], requestsOf: Requests): number {
  return statements.reduce((sum, statement) => sum + countIn(statement, requestsOf), 0);
}

function countIn(statement: PlanStatement, requestsOf: Requests): number {
  if (statement.kind === 'if')
    return Math.max(count(statement.then, requestsOf), count(statement.else, requestsOf));
  if (!('body' in statement)) return requestsOf(statement);
  const turns = statement.kind === 'loop-times' ? statement.times : ASSUMED_ITERATIONS;
  return turns * count(statement.body, requestsOf);
}
