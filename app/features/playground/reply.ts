import { z } from '~/core/browser/browser-zod';
import type { SentAttachment } from '~/features/attachments';
import { answerSchema } from '~/features/completions';
import type { Redaction } from '~/features/send-review';

/** A reply as the thread keeps it: found again after a reload, it comes without the day's count and the balance. */
export const replySchema = z.extend(answerSchema, {
  freeSendsToday: z.optional(z.number()),
  balanceMicroUsd: z.optional(z.number()),
});
export type Reply = z.output<typeof replySchema>;

/** What the playground sends: a part of what POST /api/ai/complete takes. */
export const sendRequestSchema = z.object({
  provider: z.string(),
  model: z.string(),
  prompt: z.string(),
  maxOutputTokens: z.number(),
  doNotStoreContent: z.boolean(),
  /** The saved prompt that it was made from, whose uses and average cost it counts for. */
  savedPromptId: z.optional(z.string()),
  /** Of the generator that wrote the prompt: what the dashboard adds up by. */
  categoryId: z.optional(z.number()),
  /** The exchange whose reply was cut off, and which it goes on from. */
  continues: z.optional(z.object({ prompt: z.string(), reply: z.string() })),
});

export type SendRequest = z.output<typeof sendRequestSchema>;

/** What goes along with a request and is not kept with its turn: built anew for each send. */
export interface SendExtras {
  chatMode?: boolean;
  chatCcoCents?: number;
  history?: readonly { role: 'user' | 'assistant'; content: string }[];
  attachments?: readonly SentAttachment[];
  redactPii?: boolean;
}

/** What the thread shows of a request and the server never gets. */
export interface TurnNotes {
  /** Names of the files that went along. */
  files?: string[];
  /** What the placeholders in it stand for. */
  redactions?: Redaction[];
}

/** A request as it is about to leave the page. */
export interface Outgoing {
  request: SendRequest;
  extras: SendExtras;
  notes?: TurnNotes;
}
