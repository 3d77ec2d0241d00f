import { z } from '~/core/shared/zod';
import { MAX_NAME_CHARACTERS, scriptText, UNTITLED } from '../scripts/schema';

// Requests for checks, estimates and runs of a script.

/** VALIDATE checks and estimates; EXECUTE runs; QUIET runs without a log line per transaction. */
const MODES = ['VALIDATE', 'EXECUTE', 'QUIET'] as const;

export const executeSchema = z.object({
  scriptContent: scriptText,
  mode: z.string().trim().toUpperCase().pipe(z.enum(MODES)).default('EXECUTE'),
  scriptName: z
    .string()
    .trim()
    .max(MAX_NAME_CHARACTERS)
    .nullish()
    .transform((name) => (name === undefined || name === null || name === '' ? UNTITLED : name))
    .meta({ description: 'For the list of runs. Without one, the title of the first batch.' }),
  /** Overrides the script's models. */
  model: z.string().trim().min(1).max(128).nullish(),
  first: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .meta({ description: 'A trial: this many transactions of each batch. POST …/resume runs the rest.' }),
  reuse: z.boolean().default(false).meta({
    description:
      'Takes the answers your earlier runs have paid for, where the prompt, the model and its settings are the same. They cost nothing. RUN NOCACHE asks anew.',
  }),
  estimateId: z.uuid().nullish().meta({
    description:
      'A finished estimate of the same script and files: the run starts right away. It ends with the reason source-changed where it would read files that have changed since.',
  }),
});

export const readEnvironmentSchema = z.object({ scriptContent: scriptText });

/** Request for an estimate. The other fields of POST …/execute are dropped. */
export const estimateRequestSchema = executeSchema.pick({ scriptContent: true, model: true, first: true });

export const estimateParams = z.object({ id: z.uuid() });
