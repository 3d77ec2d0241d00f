import { z } from '~/core/browser/browser-zod';

/** A script to begin with. */
export const templateSchema = z.object({
  key: z.string(),
  name: z.string(),
  group: z.string(),
  batchType: z.string(),
  description: z.string(),
  code: z.string(),
  /** What the script reads, below `/data/input/`. */
  files: z.readonly(z.array(z.string())),
});
export type Template = z.output<typeof templateSchema>;

const paths = z.readonly(z.array(z.string()));

/** What became of the sample files, by their paths. */
export const addedSamplesSchema = z.object({
  added: paths,
  /** They were there already, as they are. */
  unchanged: paths,
  /** Files of the same name hold something else; they were left alone. */
  different: paths,
});
export type AddedSamples = z.output<typeof addedSamplesSchema>;
