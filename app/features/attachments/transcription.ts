// Price and response of transcriptions, as used by pages.
import { z } from '~/core/browser/browser-zod';

/** The cost of a transcription in micro-dollars: by the second, rounded up once, like the ledger. */
export const transcriptionMicroUsd = (durationSec: number, minuteFeeMicroUsd: number): number =>
  Math.ceil((Math.ceil(durationSec) * minuteFeeMicroUsd) / 60);

/** The transcription model of this server, and its price per minute. */
export interface TranscriptionOffer {
  displayName: string;
  providerName: string;
  minuteFeeMicroUsd: number;
}

/** The result that is stored and replayed. */
export const transcriptSchema = z.object({
  text: z.string(),
  durationSec: z.number().check(z.describe('The length of the recording, as it was billed.')),
  provider: z.string(),
  model: z.string(),
  costCents: z.number(),
  costUsd: z.number(),
});
export type StoredTranscript = z.output<typeof transcriptSchema>;

export const transcriptionResponseSchema = z.extend(transcriptSchema, {
  balanceMicroUsd: z.number(),
  replayed: z.boolean().check(z.describe('It was transcribed before and is not charged again.')),
});
export type TranscriptionResponse = z.output<typeof transcriptionResponseSchema>;
