/** What a recording costs, in micro-dollars: by the second, rounded up once, as the ledger does it. */
export const transcriptionMicroUsd = (durationSec: number, minuteFeeMicroUsd: number): number =>
  Math.ceil((Math.ceil(durationSec) * minuteFeeMicroUsd) / 60);

/** What turns recordings into text on this server, and for how much a minute. */
export interface TranscriptionOffer {
  displayName: string;
  providerName: string;
  minuteFeeMicroUsd: number;
}
