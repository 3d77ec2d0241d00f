import { z } from '~/core/shared/zod';

/** A script to begin with. */
export const templateSchema = z.object({
  key: z.string(),
  name: z.string(),
  group: z.string(),
  batchType: z.string(),
  description: z.string(),
  code: z.string(),
  /** What the script reads, below `/data/input/`. */
  files: z.array(z.string()).readonly(),
});
export type Template = z.output<typeof templateSchema>;

export const templateParams = z.object({ key: z.string().regex(/^[a-z0-9-]{1,64}$/) });

export const addSamplesSchema = z.object({
  replace: z
    .boolean()
    .optional()
    .meta({ description: 'Replaces files that have the same name but different content.' }),
});

const paths = z.array(z.string()).readonly();

/** What became of the sample files, by their paths. */
export const addedSamplesSchema = z.object({
  added: paths,
  /** They were there already, as they are. */
  unchanged: paths,
  /** Files of the same name hold something else; they were left alone. */
  different: paths,
});
export type AddedSamples = z.output<typeof addedSamplesSchema>;
