import { z } from '~/core/browser/browser-zod';

export const documentAnswerSchema = z.object({
  text: z.string(),
  pageCount: z.number(),
  pages: z.array(z.object({ page: z.number(), characters: z.number(), ocrUsed: z.boolean() })),
  ocrUsed: z.boolean(),
});
export type DocumentAnswer = z.output<typeof documentAnswerSchema>;
