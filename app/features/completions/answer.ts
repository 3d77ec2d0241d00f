import { z } from 'zod';
import type { PriceSnapshot } from '~/features/ledger/contract';
import { costCents, costUsd, formatMicroUsd } from '~/core/shared/money';

/** What a call gives back, and what a replay of it gives back again. */
export const answerSchema = z.object({
  text: z.string(),
  provider: z.string(),
  model: z.string(),
  requestId: z.string().nullable(),
  /** `interrupted`: the connection to the vendor broke; the part that arrived is kept and charged. */
  finishReason: z.enum(['stop', 'length', 'filtered', 'stopped', 'interrupted']),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  costCents: z.number(),
  price: z.object({ inputPricePer1K: z.string(), outputPricePer1K: z.string() }),
  isFree: z.boolean(),
});

export type Answer = z.output<typeof answerSchema>;

/** An answer with the balance after it, which is not part of what a replay repeats. */
export interface CompletionReply extends Answer {
  balanceCents: number;
  balanceMicroUsd: number;
  freeSendsToday: number;
  replayed: boolean;
}

export const shownPrice = (price: PriceSnapshot): Answer['price'] => ({
  inputPricePer1K: formatMicroUsd(price.inputMicroUsdPer1k),
  outputPricePer1K: formatMicroUsd(price.outputMicroUsdPer1k),
});

export const shownCost = (microUsd: bigint) => ({
  costUsd: costUsd(microUsd),
  costCents: costCents(microUsd),
});
