import { z } from '~/core/browser/browser-zod';

export const documentResponseSchema = z.object({
  text: z.string(),
  pageCount: z.number(),
  pages: z.array(z.object({ page: z.number(), characters: z.number(), ocrUsed: z.boolean() })),
  ocrUsed: z.boolean(),
});
export type DocumentResponse = z.output<typeof documentResponseSchema>;
