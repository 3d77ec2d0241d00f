import { z } from '~/core/browser/browser-zod';

/** Limit for a single credit or adjustment; a million dollars at once is a typo. */
export const MAX_CENTS = 100_000_000;

const ledgerItemSchema = z.object({
  id: z.string(),
  occurredAt: z.string(),
  kind: z.string(),
  provider: z.nullable(z.string()),
  model: z.nullable(z.string()),
  modelName: z.nullable(z.string()).check(z.describe('The model’s display name.')),
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
  costCents: z
    .number()
    .check(z.describe('What the line took from the balance; negative for money that came in.')),
  balanceAfterCents: z.number(),
  amountMicroUsd: z.number().check(z.describe('The exact change to the balance.')),
  balanceAfterMicroUsd: z.number(),
  reason: z.string(),
  isOpen: z.boolean().check(z.describe('On hold for a request still in progress.')),
  apiKey: z
    .nullable(z.object({ id: z.string(), name: z.string() }))
    .check(z.describe('The API key that paid; null without one.')),
});
export type LedgerItem = z.output<typeof ledgerItemSchema>;

export const ledgerPageSchema = z.object({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  items: z.array(ledgerItemSchema),
});
export type LedgerPage = z.output<typeof ledgerPageSchema>;
