import { z } from '~/core/browser/browser-zod';
import { errorBodySchema } from '~/core/shared/error-body';

// What pages and the server share about completions: limits, the chat floor and response schemas.

/** Enforced by the server; pages show it while typing. */
export const MAX_PROMPT_CHARACTERS = 400_000;

/** Messages of both sides of a chat. */
export const MAX_HISTORY_MESSAGES = 200;

/** Optimize needs more characters than this minimum. */
export const MIN_OPTIMIZED_CHARACTERS = 30;
export const MAX_OPTIMIZED_CHARACTERS = 20_000;

/** When a model searches the web: `by_default` unless a request turns it off, `on_request` only if it asks for it. */
export const WEB_SEARCHES = ['never', 'on_request', 'by_default'] as const;

/** Idempotency endpoint of `/api/ai/complete` and the playground. */
export const COMPLETE_ENDPOINT = 'ai/complete';
/** Idempotency endpoint of Optimize. */
export const OPTIMIZE_ENDPOINT = 'ai/optimize';
/** Idempotency endpoint of `/v1`. */
export const V1_ENDPOINT = 'v1';

/** The minimum that a chat leaves on the balance, in cents, however low the cut-off. */
const MIN_CENTS = 50;
const MARGIN_PERCENT = 2;
const NEAR_PERCENT = 10;

/**
 * The chat cut-off (CCO) in cents: the part of the balance that a chat with this budget percentage must leave. Rounded
 * up.
 */
export const ccoOf = (balanceCents: number, budgetPercent: number): number =>
  Math.ceil((balanceCents * (100 - budgetPercent)) / 100);

/** The minimum balance after a chat request, in whole cents: the cut-off plus 2 percent, at least 50 cents. */
export const chatFloorCents = (ccoCents: number): number =>
  Math.max(MIN_CENTS, Math.ceil((ccoCents * (100 + MARGIN_PERCENT)) / 100));

/** `insufficient`: costs more than the balance. `breach`: would fall below the floor. `near`: close to the floor. */
export type ChatCheck = 'ok' | 'near' | 'breach' | 'insufficient';

/** Checks whether a request of this cost fits the chat budget. Amounts in cents, with fractions. */
export function checkChat(balanceCents: number, estCostCents: number, ccoCents: number): ChatCheck {
  const after = balanceCents - estCostCents;
  if (after < 0) return 'insufficient';
  if (after < chatFloorCents(ccoCents)) return 'breach';
  return after <= (ccoCents * (100 + NEAR_PERCENT)) / 100 ? 'near' : 'ok';
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Message for free-plan users who choose a paid model; names the free models of the catalogue. */
export const paidModelSentence = (freeModels: readonly string[]): string =>
  ['This model is available on paid plans.']
    .concat(freeModels.length === 0 ? [] : `Please select ${either.format(freeModels)}.`)
    .join(' ');

// Response schemas shared by server and browser, in zod-mini to keep the browser bundle small.

/** The result of a completion; a replay returns the same. */
export const completionResultSchema = z.object({
  text: z.string(),
  provider: z.string(),
  model: z.string(),
  requestId: z.nullable(z.string()),
  /**
   * `interrupted`: the connection to the provider broke; the part that arrived is kept and charged. `server_stopping`: the
   * server was stopped or restarted; the input and the part that arrived are charged, and no free request is used.
   */
  finishReason: z.enum([
    'stop',
    'length',
    'tool_calls',
    'filtered',
    'stopped',
    'interrupted',
    'server_stopping',
  ]),
  /** Calls of the client's tools, whose results the model waits for. Only requests with tools have any. */
  toolCalls: z._default(z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })), []),
  /** Settings that the model doesn't support, one sentence each. Missing in results stored by earlier versions. */
  warnings: z._default(z.array(z.string()), []),
  /** Sources, if the vendor searched the web. */
  sources: z._default(z.array(z.object({ url: z.string(), title: z.nullable(z.string()) })), []),
  usage: z.object({
    inputTokens: z.number(),
    /** Of the input, from the vendor's prompt cache. */
    cachedTokens: z._default(z.number(), 0),
    outputTokens: z.number(),
    /** Of the output, spent on thinking. */
    reasoningTokens: z._default(z.number(), 0),
    costUsd: z.number(),
  }),
  costCents: z.number(),
  /** Saved by the vendor's prompt cache; already deducted from `costCents`. */
  cacheSavedCents: z._default(z.number(), 0),
  /** USD per 1,000 tokens, as decimal strings. */
  price: z.object({ inputPricePer1K: z.string(), outputPricePer1K: z.string() }),
  isFree: z.boolean(),
});
export type CompletionResult = z.output<typeof completionResultSchema>;

/** Parses a result stored by the ledger. */
export const parseCompletionResult = (text: string): CompletionResult =>
  completionResultSchema.parse(JSON.parse(text));

/** A result with the current balance, which isn't part of what is stored and replayed. */
export const completionResponseSchema = z.extend(completionResultSchema, {
  balanceCents: z.number(),
  balanceMicroUsd: z.number(),
  freeSendsToday: z.number(),
  replayed: z.boolean(),
});
export type CompletionResponse = z.output<typeof completionResponseSchema>;

/** An optimized prompt; charged like any completion. */
export const optimizeResponseSchema = z.extend(completionResponseSchema, {
  /** The optimized prompt alone, with all variables of the original. */
  prompt: z.string(),
  /** Variables that the model left out, appended at the end. */
  restoredVariables: z.array(z.string()),
  /** False if the output was cut off: it must not replace the original prompt. */
  isComplete: z.boolean(),
  freeOptimizationsToday: z.number(),
});
export type OptimizeResponse = z.output<typeof optimizeResponseSchema>;

/** `purged`: completed and charged, but the stored result has been deleted. */
export const operationSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('failed') }),
  z.object({ state: z.literal('purged') }),
  z.object({ state: z.literal('answered'), answer: completionResultSchema }),
]);
export type FoundOperation = z.output<typeof operationSchema>;

/** Events of a streamed completion, which ends with `done` or `error`. */
export const startedEventSchema = z.object({ operationKey: z.string(), estCostCents: z.number() });
export const deltaEventSchema = z.object({ text: z.string() });
/** The model's reasoning, if the vendor returns it. Not part of the completion's text, and not stored by the server. */
export const reasoningEventSchema = z.object({ text: z.string() });
/** `status` is the HTTP status of the same error without streaming. */
export const errorEventSchema = z.extend(errorBodySchema, { status: z.number() });

export const preflightResponseSchema = z.object({
  estCostCents: z
    .number()
    .check(
      z.describe(
        'What is put on hold before such a request is sent; with attached files, an estimate of it.',
      ),
    ),
});
export type PreflightResponse = z.output<typeof preflightResponseSchema>;
