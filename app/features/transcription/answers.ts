import { z } from '~/core/browser/browser-zod';

/** What is kept for a replay. */
export const transcriptSchema = z.object({
  text: z.string(),
  durationSec: z.number().check(z.describe('The length of the recording, as it was billed.')),
  provider: z.string(),
  model: z.string(),
  costCents: z.number(),
  costUsd: z.number(),
});
export type StoredTranscript = z.output<typeof transcriptSchema>;

export const transcriptionAnswerSchema = z.extend(transcriptSchema, {
  balanceMicroUsd: z.number(),
  replayed: z.boolean().check(z.describe('It was transcribed before and is not charged again.')),
});
export type TranscriptionAnswer = z.output<typeof transcriptionAnswerSchema>;
