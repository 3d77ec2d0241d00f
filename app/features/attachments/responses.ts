import { z } from '~/core/browser/browser-zod';

const ocrSummarySchema = z.object({
  langs: z.array(z.string()),
  /** From 0 to 100. Text below 60 is left out. */
  confidence: z.number(),
});
export type OcrSummary = z.output<typeof ocrSummarySchema>;

/** How a text is read whose encoding is a guess: likely readings of its first lines, and other encodings. */
const encodingChoiceSchema = z.object({
  encoding: z.string(),
  isChosen: z.boolean(),
  readings: z.readonly(z.array(z.object({ encoding: z.string(), sample: z.readonly(z.array(z.string())) }))),
  others: z.readonly(z.array(z.string())),
});
export type EncodingChoice = z.output<typeof encodingChoiceSchema>;

export const documentResponseSchema = z.object({
  text: z.string(),
  pageCount: z.number(),
  pages: z.array(z.object({ page: z.number(), characters: z.number(), ocrUsed: z.boolean() })),
  ocrUsed: z.boolean(),
  /** How OCR read the text; null if none of it is from OCR. */
  ocr: z.nullable(ocrSummarySchema),
  /** What could not be read, and what to do. */
  notice: z.nullable(z.string()),
  /** Absent if the encoding is certain. Ask again with `encoding` to choose one. */
  encoding: z.optional(encodingChoiceSchema),
});
export type DocumentResponse = z.output<typeof documentResponseSchema>;
