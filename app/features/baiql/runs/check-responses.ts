import { z } from '~/core/browser/browser-zod';
import { count } from './responses';

// Schemas of what is known of a script before it runs: diagnostics, environment, estimate.

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
const position = z.object({ line: count, column: count, offset: count });
const range = z.object({ start: position, end: position });

/** A diagnostic with its exact range. */
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

/** Diagnostics of a script: in the response to VALIDATE and in the error of a refused run. */
const checksSchema = z.object({
  batchType: z.nullable(z.string()),
  /** Errors and warnings; hints are only shown in the editor. */
  validationErrors: z.array(
    z.object({ line: count, message: z.string(), severity: z.enum(['error', 'warning']) }),
  ),
  diagnostics: list(diagnosticSchema),
  /** "✓ Valid", "✓ Valid with N warning(s)", "✗ N error(s) found". */
  validity: z.string(),
});
export type Checks = z.output<typeof checksSchema>;

/** The response to VALIDATE: the diagnostics, and what a run would do and cost; null if unknown. */
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
      /** Transactions that a trial leaves out. */
      leftOut: count,
      /** True if the tokens of some transactions were estimated from a sample. */
      isSampled: z.boolean(),
      inputTokens: count,
      estLowCents: cents,
      estHighCents: cents,
    }),
  ),
  underWay: z
    .nullable(z.string())
    .check(z.describe('The run of this very script that is in progress, if there is one.')),
  answered: z
    .nullable(
      z.object({
        transactions: count,
        latestAt: z.iso.datetime(),
        estLowCents: cents,
        estLikelyCents: cents,
        estHighCents: cents,
      }),
    )
    .check(
      z.describe(
        'Transactions whose first request your earlier runs have answered, and what a run with `reuse` would cost; null: none.',
      ),
    ),
  /** What prevents a run (`problems`), and remarks. */
  problems: list(z.string()),
  notes: list(z.string()),
});
export type Validation = z.output<typeof validationSchema>;

/** The context needed to check a script elsewhere, such as in the browser. */
export const environmentSchema = z.object({
  /** Paths of the user's files; null if there are too many. */
  files: z.nullable(list(z.string())),
  /** The columns of the tables that the script loads, by path. */
  headers: z.record(z.string(), list(z.string())),
  /** Their first rows, among which HEADER chooses. */
  firstRows: z.record(z.string(), list(list(z.string()))),
  /** Their columns that are the same, or empty, in every row. */
  unvarying: z.record(
    z.string(),
    z.object({ rows: z.number(), empty: list(z.string()), same: list(z.string()) }),
  ),
  /** The visible sheets of workbooks with several. */
  sheets: z.record(
    z.string(),
    list(
      z.object({
        number: z.number(),
        name: z.string(),
        header: list(z.string()),
        firstRows: list(list(z.string())),
      }),
    ),
  ),
  /** How texts read that fit several encodings; the best first. */
  readings: z.record(z.string(), list(z.object({ encoding: z.string(), sample: z.string() }))),
  models: list(z.string()),
  /** Retired models, with their replacements. */
  retiredModels: z.record(z.string(), z.nullable(z.string())),
  /** Models with a retirement date ahead, such as 2026-12-01, and their replacements. */
  endingModels: z.record(z.string(), z.object({ on: z.iso.date(), next: z.nullable(z.string()) })),
});
export type ScriptEnvironment = z.output<typeof environmentSchema>;

/** An estimate in progress or its result, which is kept for ten minutes. */
export const estimateSchema = z.object({
  estimateId: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress: z.object({
    /** Validating; counting rows and opening files; reading a sample of the transactions. */
    phase: z.enum(['checking', 'counting', 'reading']),
    /** Rows counted, or transactions read, so far. */
    current: count,
    /** Null while the total is unknown. */
    total: z.nullable(count),
  }),
  /** The response of VALIDATE; null until done. */
  validation: z.nullable(validationSchema),
  /** Why it failed; null otherwise. */
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type EstimateView = z.output<typeof estimateSchema>;
