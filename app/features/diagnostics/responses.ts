import { z } from '~/core/browser/browser-zod';

export const ocrTestSchema = z.object({
  ok: z.boolean(),
  length: z.number().check(z.describe('Characters of all pages together.')),
  ms: z.number(),
  pageCount: z.number().check(z.describe('Pages of the document.')),
  processed: z.number().check(z.describe('Pages that were read.')),
  nonEmptyPages: z.number(),
  perPage: z.array(z.object({ page: z.number(), length: z.number(), ocrUsed: z.boolean() })),
  preview: z.string().check(z.describe('The beginning of the text.')),
});
export type OcrTest = z.output<typeof ocrTestSchema>;
