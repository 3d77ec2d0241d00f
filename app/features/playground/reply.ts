import { z } from '~/core/browser/browser-zod';

/** What `POST /api/ai/complete` answers, and what `GET /api/ai/operations/{key}` repeats without the balance. */
export const replySchema = z.object({
  text: z.string(),
  provider: z.string(),
  model: z.string(),
  finishReason: z.enum(['stop', 'length', 'filtered', 'stopped', 'interrupted']),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  costCents: z.number(),
  /** Dollars for 1,000 tokens, as decimal texts. */
  price: z.object({ inputPricePer1K: z.string(), outputPricePer1K: z.string() }),
  isFree: z.boolean(),
  freeSendsToday: z.optional(z.number()),
  balanceCents: z.optional(z.number()),
});

export type Reply = z.output<typeof replySchema>;

export const sendRequestSchema = z.object({
  provider: z.string(),
  model: z.string(),
  prompt: z.string(),
  maxOutputTokens: z.number(),
  doNotStoreContent: z.boolean(),
});

export type SendRequest = z.output<typeof sendRequestSchema>;
