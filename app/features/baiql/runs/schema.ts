import { z } from '~/core/shared/zod';
import { parseTableState } from '~/ui/table/table-state';
import { RUN_SORTS, RUNS_TABLE } from './runs-table';

// A run, lists of them, and what is told while one goes on. Its transactions are in items-schema.ts, what is said of a
// script before it runs in execute-schema.ts.

export const resumeSchema = z
  .object({
    /** Takes the place of every LIMIT COST of the script. */
    costLimitUsd: z.number().positive().max(100_000).optional(),
  })
  .optional();

export const runParams = z.object({ id: z.uuid() });

export const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export const listRunsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  status: z.enum(RUN_STATUSES).optional(),
  sort: z.enum(RUN_SORTS).default('started'),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.uuid().optional().meta({
    description: 'Continues after this run: the `next` of the previous answer. `page` is then ignored.',
  }),
});

/** What the page of runs is asked for; a wrong part of its address falls back to its default instead of to an error. */
export const runsPageQuerySchema = z.record(z.string(), z.string()).transform((address) => {
  const { pageSize, sort, filters, after } = parseTableState(new URLSearchParams(address), RUNS_TABLE);
  const { shape } = listRunsSchema;
  return {
    page: 1,
    sort: shape.sort.catch('started').parse(sort?.key),
    after: shape.after.catch(undefined).parse(after ?? undefined),
    pageSize,
    status: shape.status.catch(undefined).parse(filters.status),
    order: sort?.direction === 'ascending' ? ('asc' as const) : ('desc' as const),
  };
});

export const logsSchema = z.object({
  /** Lines after this number only. */
  after: z.coerce.number().int().min(0).optional(),
});

/** A browser that lost the stream says which line it saw last; what is no such number says nothing. */
export const lastEventHeaders = z.object({
  'last-event-id': z.coerce.number().int().positive().optional().catch(undefined),
});

export const count = z.number().int();
const time = z.iso.datetime();

/** A run as the API gives it. */
export const runSchema = z.object({
  executionId: z.string(),
  scriptName: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Why it failed, in a word and in a sentence; `trial` where a completed one has more to do. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  batchType: z.string().nullable(),
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
  remaining: count.nullable(),
  /** Null when a price is not known. */
  costMicroUsd: count.nullable(),
  inputTokens: count,
  outputTokens: count,
  /** Replies that came from the cache and cost nothing, and their tokens, which the counts above include. */
  cachedReplies: count,
  cachedInputTokens: count,
  cachedOutputTokens: count,
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The time in which it worked, without that between its parts; while it works, `workingSince` comes on top. */
  workedMs: count,
  workingSince: time.nullable(),
  outputs: z.array(z.object({ path: z.string(), size: count })),
  /** False: prompts, replies and lines of this run were removed, being too old. */
  detailsKept: z.boolean(),
  /** Whether POST …/resume and …/retry-failed would be taken. */
  canResume: z.boolean(),
  canRetryFailed: z.boolean(),
  canWriteOutputs: z.boolean(),
  /** While it goes on: requests that are out, and until when a provider has asked to wait. */
  inFlight: count.optional(),
  waitingUntil: time.optional(),
});
export type RunView = z.output<typeof runSchema>;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: count, page: count, pageSize: count, items: z.array(item) });

export const runPageSchema = pageOf(runSchema).extend({ next: z.string().nullable() });
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
  log: logLineSchema.extend({ line: z.string() }),
  done: runSchema,
};
export type RunEvents = { [Name in keyof typeof runEvents]: z.output<(typeof runEvents)[Name]> };
