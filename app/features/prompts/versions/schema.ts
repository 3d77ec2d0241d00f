import { z } from '~/core/shared/zod';
import { promptParams } from '../schema';

export const listedPromptVersionSchema = z.object({
  version: z.number(),
  title: z.string(),
  description: z.string(),
  note: z.string(),
  savedDate: z.iso.datetime(),
});
export type ListedPromptVersion = z.output<typeof listedPromptVersionSchema>;

export const promptVersionsSchema = z.object({ versions: z.array(listedPromptVersionSchema) });

export const promptVersionSchema = listedPromptVersionSchema.extend({ content: z.string() });
export type PromptVersion = z.output<typeof promptVersionSchema>;

export const promptVersionParams = promptParams.extend({
  version: z.coerce.number({ error: 'must be a number' }).int().positive(),
});
