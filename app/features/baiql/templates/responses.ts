import { z } from '~/core/browser/browser-zod';

/** A script to start from. */
export const templateSchema = z.object({
  key: z.string(),
  name: z.string(),
  group: z.string(),
  batchType: z.string(),
  description: z.string(),
  code: z.string(),
  /** Files that the script reads, under `/data/input/`. */
  files: z.readonly(z.array(z.string())),
});
export type Template = z.output<typeof templateSchema>;

const paths = z.readonly(z.array(z.string()));

/** The outcome for each sample file, by path. */
export const addedSamplesSchema = z.object({
  added: paths,
  /** Already there with the same content. */
  unchanged: paths,
  /** Same name but different content; not replaced. */
  different: paths,
});
export type AddedSamples = z.output<typeof addedSamplesSchema>;
