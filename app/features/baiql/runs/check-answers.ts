import { z } from '~/core/browser/browser-zod';
import { count } from './answers';

// What is said of a script before it runs: its checks, what surrounds it, an estimate.

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
const position = z.object({ line: count, column: count, offset: count });
const range = z.object({ start: position, end: position });

/** One thing to say about a script, at its exact place. */
const diagnosticSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  message: z.string(),
  range,
  related: z.optional(list(z.object({ message: z.string(), range }))),
  fixes: z.optional(
    list(z.object({ title: z.string(), edits: list(z.object({ range, newText: z.string() })) })),
  ),
});

const cents = z.nullable(z.number());

/** What is said of a script's text: in the answer to VALIDATE, and beside the refusal to run it. */
const checksSchema = z.object({
  batchType: z.nullable(z.string()),
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
export const validationSchema = z.extend(checksSchema, {
  transactions: z.nullable(count),
  requests: z.nullable(count),
  inputTokens: z.nullable(count),
  estLowCents: cents,
  estLikelyCents: cents.check(
    z.describe('With replies of a usual length, or as the rows of a trial have cost.'),
  ),
  trialRows: z.nullable(count).check(z.describe('Rows of the trial that the likely cost is made from.')),
  estHighCents: cents,
  balanceLimitCents: cents.check(
    z.describe('The balance, where the run could cost more: it begins with this as its LIMIT COST.'),
  ),
  costLimitCents: cents,
  /** The first prompts as they would be sent. */
  prompts: list(z.object({ batch: count, number: count, text: z.string() })),
  batches: z.array(
    z.object({
      batch: count,
      line: count,
      model: z.string(),
      transactions: count,
      /** Those that a trial leaves for later. */
      leftOut: count,
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

/** What surrounds a script, for whoever checks it elsewhere. */
export const environmentSchema = z.object({
  /** The paths of one's files; null when there are too many to be told. */
  files: z.nullable(list(z.string())),
  /** The columns of the tables that the script loads, by their paths. */
  headers: z.record(z.string(), list(z.string())),
  /** Their first rows, among which HEADER chooses. */
  firstRows: z.record(z.string(), list(list(z.string()))),
  models: list(z.string()),
  /** Models that can no longer be named, with what follows each. */
  goneModels: z.record(z.string(), z.nullable(z.string())),
  /** Models that can be named until a day that is near, such as 2026-12-01, with what follows each. */
  endingModels: z.record(z.string(), z.object({ on: z.iso.date(), next: z.nullable(z.string()) })),
});
export type ScriptEnvironment = z.output<typeof environmentSchema>;

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
    total: z.nullable(count),
  }),
  /** What VALIDATE answers; null before it is done. */
  validation: z.nullable(validationSchema),
  /** Why it failed; null otherwise. */
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type EstimateView = z.output<typeof estimateSchema>;
