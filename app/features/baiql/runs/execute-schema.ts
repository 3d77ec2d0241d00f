import { z } from '~/core/shared/zod';
import { MAX_NAME_CHARACTERS, scriptText } from '../scripts/schema';
import { count, runSchema } from './schema';

// What is asked for a script (its checks, an estimate, a run), and what is said of it before it runs.

/** VALIDATE checks and estimates; EXECUTE runs; QUIET runs without a line for each transaction. */
const MODES = ['VALIDATE', 'EXECUTE', 'QUIET'] as const;

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
    .meta({ description: 'A trial: this many transactions of each batch. POST …/resume runs the rest.' }),
  estimateId: z.uuid().nullish().meta({
    description: 'A finished estimate of the same script and files: the run starts right away.',
  }),
});

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
  /** Models that can no longer be named, with what follows each. */
  goneModels: z.record(z.string(), z.string().nullable()),
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
