import { z } from '~/core/browser/browser-zod';
import { errorBodySchema } from '~/core/shared/error-body';

// What pages and the server agree on about a paid call: its bounds, what a chat leaves, and what is answered.

/** The server refuses longer ones; a page says so while they are typed. */
export const MAX_PROMPT_CHARACTERS = 400_000;

/** Of a chat, both sides counted. */
export const MAX_HISTORY_MESSAGES = 200;

/** Optimize needs more than so many characters, and takes no more than so many. */
export const MIN_OPTIMIZED_CHARACTERS = 30;
export const MAX_OPTIMIZED_CHARACTERS = 20_000;

/** The idempotency scope of `/api/ai/complete` and of the playground. */
export const COMPLETE_ENDPOINT = 'ai/complete';
/** And that of Optimize. */
export const OPTIMIZE_ENDPOINT = 'ai/optimize';

/** The least that a chat leaves on the balance, however small the part that it must not touch. */
const LEAST_CENTS = 50;
const MARGIN_PERCENT = 2;
const NEAR_PERCENT = 10;

/** The chat cut-off (CCO): what a chat must not touch when it may spend this percentage of the balance. Rounded up. */
export const ccoOf = (balanceCents: number, budgetPercent: number): number =>
  Math.ceil((balanceCents * (100 - budgetPercent)) / 100);

/** The balance below which no chat request may bring it: the cut-off and 2 percent, at least 50 cents. Whole cents. */
export const chatFloorCents = (ccoCents: number): number =>
  Math.max(LEAST_CENTS, Math.ceil((ccoCents * (100 + MARGIN_PERCENT)) / 100));

/** `insufficient`: it would cost more than there is. `breach`: it would go below the floor. `near`: close to it. */
export type ChatCheck = 'ok' | 'near' | 'breach' | 'insufficient';

/** Whether a request that may cost so much fits into what the chat may spend. Amounts in cents, with fractions. */
export function checkChat(balanceCents: number, estCostCents: number, ccoCents: number): ChatCheck {
  const after = balanceCents - estCostCents;
  if (after < 0) return 'insufficient';
  if (after < chatFloorCents(ccoCents)) return 'breach';
  return after <= (ccoCents * (100 + NEAR_PERCENT)) / 100 ? 'near' : 'ok';
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** What people on the free plan are told who choose another model; the free ones are flags in the catalogue. */
export const paidModelSentence = (freeModels: readonly string[]): string =>
  ['This model is available on paid plans.']
    .concat(freeModels.length === 0 ? [] : `Please select ${either.format(freeModels)}.`)
    .join(' ');

// What the server answers and the browser reads: the one schema of both, made with the small zod for the browser's sake.

/** What a call gives back, and what a replay of it gives back again. */
export const answerSchema = z.object({
  text: z.string(),
  provider: z.string(),
  model: z.string(),
  requestId: z.nullable(z.string()),
  /**
   * `interrupted`: the connection to the provider broke; the part that arrived is kept and charged. `server_stopping`: the
   * server was stopped or restarted; the input and the part that arrived are charged, and no free request is used.
   */
  finishReason: z.enum(['stop', 'length', 'filtered', 'stopped', 'interrupted', 'server_stopping']),
  /** Settings that the model did not take, each a sentence. Answers kept by earlier versions have none. */
  warnings: z._default(z.array(z.string()), []),
  /** Pages on which the answer rests, where the vendor searched the web. */
  sources: z._default(z.array(z.object({ url: z.string(), title: z.nullable(z.string()) })), []),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  costCents: z.number(),
  /** What the vendor's cache of prompts took off; `costCents` is what is left. */
  cacheSavedCents: z._default(z.number(), 0),
  /** Dollars for 1,000 tokens, as decimal texts. */
  price: z.object({ inputPricePer1K: z.string(), outputPricePer1K: z.string() }),
  isFree: z.boolean(),
});
export type Answer = z.output<typeof answerSchema>;

/** An answer as the ledger keeps it. */
export const parseAnswer = (text: string): Answer => answerSchema.parse(JSON.parse(text));

/** An answer with the balance after it, which is not part of what a replay repeats. */
export const completionReplySchema = z.extend(answerSchema, {
  balanceCents: z.number(),
  balanceMicroUsd: z.number(),
  freeSendsToday: z.number(),
  replayed: z.boolean(),
});
export type CompletionReply = z.output<typeof completionReplySchema>;

/** A better prompt, paid as any reply. */
export const optimizeReplySchema = z.extend(completionReplySchema, {
  /** The better prompt alone; every variable of the one before is in it. */
  prompt: z.string(),
  /** The variables that the model had left out, put back at the end. */
  restoredVariables: z.array(z.string()),
  /** False: the model was cut off, and the prompt must not take the place of the one before. */
  isComplete: z.boolean(),
  freeOptimizationsToday: z.number(),
});
export type OptimizeReply = z.output<typeof optimizeReplySchema>;

/** `purged`: it was answered and paid, and its answer is no longer kept. */
export const operationSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('failed') }),
  z.object({ state: z.literal('purged') }),
  z.object({ state: z.literal('answered'), answer: answerSchema }),
]);
export type FoundOperation = z.output<typeof operationSchema>;

/** The events of a streamed reply, which ends with `done` or `error`. */
export const startedEventSchema = z.object({ operationKey: z.string(), estCostCents: z.number() });
export const deltaEventSchema = z.object({ text: z.string() });
/** What the model thinks before it answers, where its vendor says it: no part of the answer's text, and not kept. */
export const reasoningEventSchema = z.object({ text: z.string() });
/** The status is what the answer would have had without a stream. */
export const errorEventSchema = z.extend(errorBodySchema, { status: z.number() });

export const preflightAnswerSchema = z.object({
  estCostCents: z
    .number()
    .check(
      z.describe(
        'What is put on hold before such a request is sent; with attached files, an estimate of it.',
      ),
    ),
});
export type PreflightAnswer = z.output<typeof preflightAnswerSchema>;
