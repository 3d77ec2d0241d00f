// What a page knows of the transcription of recordings: its price, and what the call answers.
import { z } from '~/core/browser/browser-zod';

/** What a recording costs, in micro-dollars: by the second, rounded up once, as the ledger does it. */
export const transcriptionMicroUsd = (durationSec: number, minuteFeeMicroUsd: number): number =>
  Math.ceil((Math.ceil(durationSec) * minuteFeeMicroUsd) / 60);

/** What turns recordings into text on this server, and for how much a minute. */
export interface TranscriptionOffer {
  displayName: string;
  providerName: string;
  minuteFeeMicroUsd: number;
}

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
