import { z } from '~/core/browser/browser-zod';

// Schemas of the responses and events about runs and their transactions.

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export const count = z.int();
const time = z.iso.datetime();

/** Statuses of a run that hasn't ended. */
export const ACTIVE_STATUSES = [
  'queued',
  'running',
] as const satisfies readonly (typeof RUN_STATUSES)[number][];
export const isActiveRun = ({ status }: { status: string }): boolean =>
  ACTIVE_STATUSES.some((each) => each === status);

/** A run in API responses. */
export const runSchema = z.object({
  executionId: z.string(),
  scriptName: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Reason code and message of a failure; `trial` if a completed run has more to do. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  batchType: z.nullable(z.string()),
  mode: z.string(),
  /** Transactions ended, out of those known so far. */
  current: count,
  total: count,
  succeeded: count,
  failed: count,
  skipped: count,
  /** Replies cut off at the token limit; they count as succeeded. */
  cutOff: count,
  /** Replies edited by the user. */
  edited: count,
  /** Reviews that are not in the output files yet; POST …/write-outputs applies them. */
  toWrite: count,
  /** After a trial: transactions left; null if unknown. */
  remaining: z.nullable(count),
  /** Null if a price is unknown. */
  costMicroUsd: z.nullable(count),
  inputTokens: count,
  outputTokens: count,
  /** Free replies from the cache, and their tokens, which the counts above include. */
  cachedReplies: count,
  cachedInputTokens: count,
  cachedOutputTokens: count,
  createdAt: time,
  startedAt: z.nullable(time),
  finishedAt: z.nullable(time),
  /** Working time without pauses between parts. While the run works, add the time since `workingSince`. */
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
  /** False: prompts, replies and log lines were removed because of their age. */
  detailsKept: z.boolean(),
  /** Whether POST …/resume and …/retry-failed are possible. */
  canResume: z.boolean(),
  canRetryFailed: z.boolean(),
  canWriteOutputs: z.boolean(),
  /** Only its output files are being rewritten; its status stays. */
  isWriting: z.boolean(),
  /** While it runs: requests in flight, and until when a provider has asked to wait. */
  inFlight: z.optional(count),
  /**
   * Holds of the requests in flight, plus charges that are not in `costMicroUsd` yet. The available balance excludes
   * both already.
   */
  inFlightMicroUsd: z.optional(count),
  /** The server's disk can't be written: the run waits, and nothing is lost. */
  isWaitingForRoom: z.optional(z.boolean()),
  isDiskFailing: z.optional(
    z
      .boolean()
      .check(z.describe('While it waits: whether the disk reports errors. Otherwise, the disk is full.')),
  ),
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
  /** Formatted lines: time (UTC) and event. */
  logs: z.array(z.string()),
  lines: z.array(logLineSchema),
  /** Pass as `after` to continue. */
  next: count,
});
export type RunLogs = z.output<typeof logsAnswerSchema>;

/** Events of a run's stream, by name. */
export const runEvents = {
  progress: runSchema,
  log: z.extend(logLineSchema, { line: z.string() }),
  done: runSchema,
};

export const ITEM_STATUSES = ['succeeded', 'failed', 'skipped'] as const;
/** Filters of the list of transactions. */
export const ITEM_FILTERS = [...ITEM_STATUSES, 'edited', 'unmet', 'cut-off', 'unseen'] as const;
export const VERDICTS = ['accepted', 'edited', 'asked'] as const;

/** The result of one transaction. */
const runItemSchema = z.object({
  batch: count,
  number: count,
  label: z.string(),
  status: z.enum(ITEM_STATUSES),
  reason: z.nullable(z.string()),
  costMicroUsd: z.nullable(count),
  prompt: z.string(),
  /** As in the output files. */
  reply: z.string(),
  expects: z
    .readonly(z.array(z.object({ label: z.string(), model: z.string(), isMet: z.boolean() })))
    .check(z.describe('What the script expects of it (EXPECT), and whether it is so.')),
  isReused: z
    .boolean()
    .check(z.describe('A reply of it was paid for before, by another request, and cost nothing now.')),
  /** The user's review of the reply. */
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

const FIELD_KINDS = ['NUMBER', 'TEXT', 'LIST', 'DATE', 'OBJECT'] as const;

/** A field of a JSON reply, as a form edits it. */
const formFieldSchema = z.object({
  name: z.string().check(z.describe('Its key in the reply.')),
  kind: z.optional(z.enum(FIELD_KINDS)).check(z.describe('As in FIELDS; absent where it names none.')),
  choices: z.optional(z.readonly(z.array(z.string()))),
  isOptional: z.boolean(),
  isRequested: z.boolean().check(z.describe('FIELDS lists it or GET reads it; others are kept.')),
  value: z.optional(z.unknown()).check(z.describe('Any JSON; absent if the reply lacks it.')),
});
export type FormField = z.output<typeof formFieldSchema>;

/** One transaction with its full reply, for review. */
export const itemDetailSchema = z.extend(runItemSchema, {
  fields: z
    .nullable(z.readonly(z.array(formFieldSchema)))
    .check(
      z.describe(
        'The fields of a JSON reply, with the correction’s values if it is not in the files yet; null for a text.',
      ),
    ),
  whyNotRevised: z
    .nullable(z.string())
    .check(z.describe('Why the reply can be neither corrected nor asked for again; null when it can.')),
});
export type ItemDetail = z.output<typeof itemDetailSchema>;

/** The current source rows and files of a transaction. */
export const itemInputSchema = z.object({
  rows: z
    .readonly(z.array(z.readonly(z.array(z.object({ name: z.string(), value: z.string() })))))
    .check(z.describe('Its rows by column: that of the table the batch runs through, then joined ones.')),
  documents: z
    .readonly(z.array(z.object({ name: z.string(), path: z.nullable(z.string()), text: z.string() })))
    .check(
      z.describe('The texts of its files as the model gets them: with page marks, or as OCR read them.'),
    ),
  isWhole: z.boolean().check(z.describe('False: cut at a million characters.')),
  isChanged: z.boolean().check(z.describe('The files have changed since the reply was made.')),
  problem: z.nullable(z.string()).check(z.describe('Why it can’t be read any more.')),
});
export type ItemInput = z.output<typeof itemInputSchema>;

/** Counts of the reviews of a run. */
export const reviewsSchema = z.object({
  accepted: count,
  edited: count,
  /** Not in the output files yet. */
  pendingEdits: count,
  pendingAsks: count,
  /**
   * Cost so far of the transactions to run again, which is about what running them again costs; null if a price is
   * unknown.
   */
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

/** Failure reasons, most frequent first. */
export const failuresSchema = z.object({
  groups: z.array(
    z.object({
      /** Parts that differ within the group are replaced by “…”. */
      reason: z.string(),
      advice: z.string(),
      count,
      first: z.object({ batch: count, number: count }),
    }),
  ),
  isWhole: z.boolean().check(z.describe('False if the run has more failures than were examined.')),
});
export type RunFailures = z.output<typeof failuresSchema>;
