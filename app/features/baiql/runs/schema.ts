import { z } from '~/core/shared/zod';
import { parseTableState } from '~/ui/table/table-state';
import { RUN_SORTS, RUNS_TABLE } from './runs-table';
import { MAX_NAME_CHARACTERS, scriptText } from '../scripts/schema';

/** VALIDATE checks and estimates; EXECUTE runs; QUIET runs without a line for each transaction. */
const MODES = ['VALIDATE', 'EXECUTE', 'QUIET'] as const;
/** What is searched for among the transactions of a run. */
export const MAX_SEARCH_CHARACTERS = 200;
const ITEM_STATUSES = ['succeeded', 'failed', 'skipped'] as const;
/** What a list of transactions can be narrowed to. */
const ITEM_FILTERS = [...ITEM_STATUSES, 'edited'] as const;
export const VERDICTS = ['accepted', 'edited', 'asked'] as const;

export const executeSchema = z.object({
  scriptContent: scriptText,
  mode: z.string().trim().toUpperCase().pipe(z.enum(MODES)).default('EXECUTE'),
  /** For the list of runs. */
  scriptName: z
    .string()
    .trim()
    .max(MAX_NAME_CHARACTERS)
    .nullish()
    .transform((name) => (name === undefined || name === null || name === '' ? 'Untitled' : name)),
  /** Asked instead of the models that the script names. */
  model: z.string().trim().min(1).max(128).nullish(),
  first: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .meta({ description: 'A trial: so many transactions of each batch. POST …/resume does the rest.' }),
  estimateId: z.uuid().nullish().meta({
    description:
      'An estimate of the same script that is done, with the files as they were then: the run begins at once.',
  }),
});

export const resumeSchema = z
  .object({
    /** Takes the place of every LIMIT COST of the script. */
    costLimitUsd: z.number().positive().max(100_000).optional(),
  })
  .optional();

/** Of a reply by hand. */
export const MAX_REPLY_CHARACTERS = 100_000;

export const reviewSchema = z
  .object({
    verdict: z.enum(VERDICTS),
    reply: z
      .string()
      .trim()
      .max(MAX_REPLY_CHARACTERS, 'This reply is longer than 100,000 characters.')
      .optional()
      .meta({ description: 'With `edited`: the reply by hand.' }),
  })
  .refine(({ verdict, reply }) => verdict !== 'edited' || (reply ?? '') !== '', {
    path: ['reply'],
    message: 'Write the reply as it should be.',
  });
export type ReviewRequest = z.output<typeof reviewSchema>;

export const runParams = z.object({ id: z.uuid() });

const place = z.coerce.number().int().min(1).max(999_999_999);
export const itemParams = runParams.extend({ batch: place, number: place });

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export const listRunsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  status: z.enum(RUN_STATUSES).optional(),
  sort: z.enum(RUN_SORTS).default('started'),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.uuid().optional().meta({
    description: 'Goes on after this run, as `next` of the answer before names it; `page` is then left out.',
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

/** Two runs side by side, from a place in their pairs of rows. */
export const compareQuerySchema = z.object({
  a: z.uuid().optional().catch(undefined),
  b: z.uuid().optional().catch(undefined),
  from: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  rows: z.enum(['different', 'all']).catch('different'),
});
export type CompareQuery = z.output<typeof compareQuerySchema>;

export const listItemsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  status: z.enum(ITEM_FILTERS).optional(),
  q: z
    .string()
    .trim()
    .min(1)
    .max(MAX_SEARCH_CHARACTERS)
    .optional()
    .meta({ description: 'Only items with this in their label, reason, prompt or reply, in whatever case.' }),
  texts: z
    .enum(['all', 'beginnings'])
    .default('all')
    .meta({ description: '`beginnings`: no prompts, and of each reply the first 200 characters.' }),
  after: z
    .string()
    .regex(/^\d{1,9}\/\d{1,9}$/, 'must be what `next` said')
    .transform((place) => {
      const [batch, number] = place.split('/').map(Number);
      return { batch: batch ?? 0, number: number ?? 0 };
    })
    .optional()
    .meta({ description: 'The `next` of the answer before: the items after it, whatever `page` says.' }),
});
export type ItemsQuery = z.output<typeof listItemsSchema>;

/** What the monitor's address says; a wrong part of it counts as not being there. */
export const monitorQuerySchema = z.object({
  status: z.enum(ITEM_FILTERS).optional().catch(undefined),
  q: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().catch(undefined),
});
export type MonitorQuery = z.output<typeof monitorQuerySchema>;

export const logsSchema = z.object({
  /** Lines after this number only. */
  after: z.coerce.number().int().min(0).optional(),
});

/** A browser that lost the stream says which line it saw last; what is no such number says nothing. */
export const lastEventHeaders = z.object({
  'last-event-id': z.coerce.number().int().positive().optional().catch(undefined),
});

const count = z.number().int();
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
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
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

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: count, page: count, pageSize: count, items: z.array(item) });

export const runPageSchema = pageOf(runSchema).extend({ next: z.string().nullable() });
export type RunPage = z.output<typeof runPageSchema>;

/** What became of one transaction. */
export const runItemSchema = z.object({
  batch: count,
  number: count,
  label: z.string(),
  status: z.enum(ITEM_STATUSES),
  reason: z.string().nullable(),
  costMicroUsd: count.nullable(),
  prompt: z.string(),
  /** As it is in the files. */
  reply: z.string(),
  /** What a person has made of the reply. */
  review: z
    .object({
      verdict: z.enum(VERDICTS),
      isPending: z.boolean().meta({ description: 'The files are still without it.' }),
      text: z.string().meta({ description: 'The reply by hand; empty unless it was edited.' }),
      original: z.string().meta({ description: 'The reply as the model gave it.' }),
    })
    .nullable(),
});
export type RunItem = z.output<typeof runItemSchema>;

/** One transaction as it is reviewed: its reply is whole. */
export const itemDetailSchema = runItemSchema.extend({
  whyNotRevised: z
    .string()
    .nullable()
    .meta({ description: 'Why the reply can be neither corrected nor asked for again; null when it can.' }),
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
  askMicroUsd: count.nullable(),
});
export type RunReviews = z.output<typeof reviewsSchema>;

export const itemPageSchema = pageOf(runItemSchema).extend({
  total: count
    .nullable()
    .meta({ description: 'Of that status; null in a search, which counts nothing ahead.' }),
  searched: count
    .optional()
    .meta({ description: 'In a search: how many items this answer has gone through.' }),
  next: z.string().nullable().meta({
    description:
      'Where to go on, as `after`; null at the end. Long texts make a page shorter than `pageSize`, so do not count.',
  }),
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
  isWhole: z.boolean().meta({ description: 'False where the run has more failures than were gone through.' }),
});
export type RunFailures = z.output<typeof failuresSchema>;

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

const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const position = z.object({ line: count, column: count, offset: count });
const range = z.object({ start: position, end: position });

/** One thing to say about a script, at its exact place. */
const diagnosticSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  message: z.string(),
  range,
  related: list(z.object({ message: z.string(), range })).optional(),
  fixes: list(
    z.object({ title: z.string(), edits: list(z.object({ range, newText: z.string() })) }),
  ).optional(),
});

const cents = z.number().nullable();

/** What is said of a script's text: in the answer to VALIDATE, and beside the refusal to run it. */
export const checksSchema = z.object({
  batchType: z.string().nullable(),
  /** Errors and warnings; hints are for the editor alone. */
  validationErrors: z.array(
    z.object({ line: count, message: z.string(), severity: z.enum(['error', 'warning']) }),
  ),
  diagnostics: list(diagnosticSchema),
  /** "✓ Valid", "✓ Valid with N warning(s)", "✗ N error(s) found". */
  validity: z.string(),
});
export type Checks = z.output<typeof checksSchema>;

/** The answer to VALIDATE: besides the checks what a run would do and cost, null where that is not known. */
export const validationSchema = checksSchema.extend({
  transactions: count.nullable(),
  requests: count.nullable(),
  inputTokens: count.nullable(),
  estLowCents: cents,
  estHighCents: cents,
  costLimitCents: cents,
  /** The first prompts as they would be sent. */
  prompts: list(z.object({ batch: count, number: count, text: z.string() })),
  batches: z.array(
    z.object({
      batch: count,
      line: count,
      model: z.string(),
      transactions: count,
      /** True where the tokens of some transactions were taken from others like them. */
      isSampled: z.boolean(),
      inputTokens: count,
      estLowCents: cents,
      estHighCents: cents,
    }),
  ),
  /** What stands in the way of a run, and what is only worth knowing. */
  problems: list(z.string()),
  notes: list(z.string()),
});
export type Validation = z.output<typeof validationSchema>;

export const readEnvironmentSchema = z.object({ scriptContent: scriptText });

/** What surrounds a script, for whoever checks it elsewhere. */
export const environmentSchema = z.object({
  /** The paths of one's files; null when there are too many to be told. */
  files: list(z.string()).nullable(),
  /** The columns of the tables that the script loads, by their paths. */
  headers: z.record(z.string(), list(z.string())),
  models: list(z.string()),
});
export type ScriptEnvironment = z.output<typeof environmentSchema>;

/** EXECUTE and QUIET give the run, VALIDATE what one would be. */
export const executeAnswerSchema = z.union([runSchema, validationSchema]);

/** What is estimated: a script, and as which run of it. The rest of what POST …/execute takes is left out. */
export const estimateRequestSchema = executeSchema.pick({ scriptContent: true, model: true, first: true });

export const estimateParams = z.object({ id: z.uuid() });

/** An estimate under way, or what came of it. It is kept for ten minutes after its end. */
export const estimateSchema = z.object({
  estimateId: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress: z.object({
    /** Looking for mistakes, counting rows and opening files, looking at some of the transactions. */
    phase: z.enum(['checking', 'counting', 'reading']),
    /** Rows counted, or transactions looked at, so far. */
    current: count,
    /** Null where nobody knows yet how many there are. */
    total: count.nullable(),
  }),
  /** What VALIDATE answers; null before it is done. */
  validation: validationSchema.nullable(),
  /** Why it failed; null otherwise. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type EstimateView = z.output<typeof estimateSchema>;
