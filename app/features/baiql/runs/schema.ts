import { z } from 'zod';
import { scriptText } from '../scripts/schema';

/** VALIDATE checks and estimates; EXECUTE runs; QUIET runs without a line for each transaction. */
const MODES = ['VALIDATE', 'EXECUTE', 'QUIET'] as const;

export const executeSchema = z.object({
  scriptContent: scriptText,
  mode: z.string().trim().toUpperCase().pipe(z.enum(MODES)).default('EXECUTE'),
  /** For the list of runs. */
  scriptName: z
    .string()
    .trim()
    .max(160)
    .nullish()
    .transform((name) => (name === undefined || name === null || name === '' ? 'Untitled' : name)),
  /** Asked instead of the models that the script names. */
  model: z.string().trim().min(1).max(128).nullish(),
});

export const resumeSchema = z.object({
  /** Takes the place of every LIMIT COST of the script. */
  costLimitUsd: z.number().positive().max(100_000).optional(),
});
export type ResumeRequest = z.output<typeof resumeSchema>;

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

export const listExecutionsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});

export const listItemsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  status: z.enum(['succeeded', 'failed', 'skipped']).optional(),
});
export type ItemsQuery = z.output<typeof listItemsSchema>;

export const logsSchema = z.object({
  /** Lines after this number only. */
  after: z.coerce.number().int().min(0).optional(),
});
