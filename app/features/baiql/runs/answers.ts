import { z } from '~/core/browser/browser-zod';

// A run and lists of them, what is told while one goes on, and what became of its transactions: what the calls answer
// and the browser reads.

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export const count = z.int();
const time = z.iso.datetime();

/** A run that waits or goes on. */
export const UNDER_WAY = ['queued', 'running'] as const satisfies readonly (typeof RUN_STATUSES)[number][];
export const isUnderWay = ({ status }: { status: string }): boolean =>
  UNDER_WAY.some((each) => each === status);

/** A run as the API gives it. */
export const runSchema = z.object({
  executionId: z.string(),
  scriptName: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Why it failed, in a word and in a sentence; `trial` where a completed one has more to do. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  batchType: z.nullable(z.string()),
  mode: z.string(),
  /** Transactions that have ended, of those known so far. */
  current: count,
  total: count,
  succeeded: count,
  failed: count,
  skipped: count,
  /** Replies that ended at the limit of their tokens; they count as succeeded. */
  cutOff: count,
  /** Replies that a person has corrected. */
  edited: count,
  /** Reviews that the files are still without: POST …/write-outputs writes them anew. */
  toWrite: count,
  /** After a trial: transactions that are left; null where that is not known. */
  remaining: z.nullable(count),
  /** Null when a price is not known. */
  costMicroUsd: z.nullable(count),
  inputTokens: count,
  outputTokens: count,
  /** Replies that came from the cache and cost nothing, and their tokens, which the counts above include. */
  cachedReplies: count,
  cachedInputTokens: count,
  cachedOutputTokens: count,
  createdAt: time,
  startedAt: z.nullable(time),
  finishedAt: z.nullable(time),
  /** The time in which it worked, without that between its parts; while it works, `workingSince` comes on top. */
  workedMs: count,
  workingSince: z.nullable(time),
  outputs: z.array(
    z.object({
      path: z.string().check(z.describe('Where it was written; another run may have written there since.')),
      size: count,
      isKept: z
        .boolean()
        .check(z.describe('The run has a copy of its own: name the run with `run` when you read it.')),
    }),
  ),
  /** False: prompts, replies and lines of this run were removed, being too old. */
  detailsKept: z.boolean(),
  /** Whether POST …/resume and …/retry-failed would be taken. */
  canResume: z.boolean(),
  canRetryFailed: z.boolean(),
  canWriteOutputs: z.boolean(),
  /** Its files alone are being written once more; it stays what it is. */
  isWriting: z.boolean(),
  /** While it goes on: requests that are out, and until when a provider has asked to wait. */
  inFlight: z.optional(count),
  /** Of these: the most they may cost, and what is charged and not in `costMicroUsd` yet. Together they are the account's. */
  inFlightMicroUsd: z.optional(count),
  /** The server's disk is full: nothing is lost, and it goes on when there is room. */
  isWaitingForRoom: z.optional(z.boolean()),
  costLimitCents: z.optional(
    z.number().check(z.describe('In the answer that begins it, where the balance became its LIMIT COST.')),
  ),
  waitingUntil: z.optional(time),
});
export type RunView = z.output<typeof runSchema>;

const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ total: count, page: count, pageSize: count, items: z.array(item) });

export const runPageSchema = z.extend(pageOf(runSchema), { next: z.nullable(z.string()) });
export type RunPage = z.output<typeof runPageSchema>;

const logLineSchema = z.object({
  number: count,
  at: time,
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
});

export const logsAnswerSchema = z.object({
  /** As people read them: time (UTC), and what happened. */
  logs: z.array(z.string()),
  lines: z.array(logLineSchema),
  /** What to give as `after` to go on from here. */
  next: count,
});
export type RunLogs = z.output<typeof logsAnswerSchema>;

/** What a stream of a run tells, by the name of the event. */
export const runEvents = {
  progress: runSchema,
  log: z.extend(logLineSchema, { line: z.string() }),
  done: runSchema,
};

export const ITEM_STATUSES = ['succeeded', 'failed', 'skipped'] as const;
/** What a list of transactions can be narrowed to. */
export const ITEM_FILTERS = [...ITEM_STATUSES, 'edited', 'unmet', 'cut-off', 'unseen'] as const;
export const VERDICTS = ['accepted', 'edited', 'asked'] as const;

/** What became of one transaction. */
const runItemSchema = z.object({
  batch: count,
  number: count,
  label: z.string(),
  status: z.enum(ITEM_STATUSES),
  reason: z.nullable(z.string()),
  costMicroUsd: z.nullable(count),
  prompt: z.string(),
  /** As it is in the files. */
  reply: z.string(),
  expects: z
    .readonly(z.array(z.object({ label: z.string(), model: z.string(), isMet: z.boolean() })))
    .check(z.describe('What the script expects of it (EXPECT), and whether it is so.')),
  /** What a person has made of the reply. */
  review: z.nullable(
    z.object({
      verdict: z.enum(VERDICTS),
      isPending: z.boolean().check(z.describe('The files are still without it.')),
      text: z.string().check(z.describe('The corrected reply; empty unless it was edited.')),
      original: z.string().check(z.describe('The reply as the model gave it.')),
    }),
  ),
});
export type RunItem = z.output<typeof runItemSchema>;

/** One transaction as it is reviewed: its reply is whole. */
export const itemDetailSchema = z.extend(runItemSchema, {
  whyNotRevised: z
    .nullable(z.string())
    .check(z.describe('Why the reply can be neither corrected nor asked for again; null when it can.')),
});
export type ItemDetail = z.output<typeof itemDetailSchema>;

/** What was made of the replies of a run. */
export const reviewsSchema = z.object({
  accepted: count,
  edited: count,
  /** The files are still without these. */
  pendingEdits: count,
  pendingAsks: count,
  /** What the transactions to be asked again have cost so far, so about what they will; null where a price is not known. */
  askMicroUsd: z.nullable(count),
});
export type RunReviews = z.output<typeof reviewsSchema>;

export const itemPageSchema = z.extend(pageOf(runItemSchema), {
  total: z.nullable(count).check(z.describe('With that status; null in a search.')),
  searched: z.optional(count).check(z.describe('In a search: how many items were examined.')),
  next: z
    .nullable(z.string())
    .check(
      z.describe(
        'Pass it as `after` to continue; null at the end. Pages with long texts are shorter than `pageSize`.',
      ),
    ),
});
export type ItemPage = z.output<typeof itemPageSchema>;

/** Why transactions failed, the most frequent reason first. */
export const failuresSchema = z.object({
  groups: z.array(
    z.object({
      /** What differs from one to the next is left open: “…”. */
      reason: z.string(),
      advice: z.string(),
      count,
      first: z.object({ batch: count, number: count }),
    }),
  ),
  isWhole: z.boolean().check(z.describe('False if the run has more failures than were examined.')),
});
export type RunFailures = z.output<typeof failuresSchema>;
