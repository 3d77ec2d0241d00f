import { z } from '~/core/browser/browser-zod';
import { EFFORTS } from '~/core/shared/request-options';
import type { SentAttachment } from '~/features/attachments';
import {
  completionResponseSchema,
  completionResultSchema,
  type CompleteRequestInput,
} from '~/features/completions';
import type { Redaction } from '~/features/send-review';

/** A reply in the thread. One found again after a reload lacks the daily count and the balance. */
export const replySchema = z.extend(
  completionResultSchema,
  z.partial(z.pick(completionResponseSchema, { freeSendsToday: true, balanceMicroUsd: true })).shape,
);
export type Reply = z.output<typeof replySchema>;

/** The playground's part of a request to POST /api/ai/complete. */
export const sendRequestSchema = z.object({
  provider: z.string(),
  model: z.string(),
  prompt: z.string(),
  maxOutputTokens: z.number(),
  doNotStoreContent: z.boolean(),
  temperature: z.optional(z.number()),
  effort: z.optional(z.enum(EFFORTS)),
  webSearch: z.optional(z.boolean()),
  json: z.optional(z.boolean()),
  /** The saved prompt it is based on, for its statistics of use and cost. */
  savedPromptId: z.optional(z.string()),
  /** The generator's category, for the dashboard. */
  categoryId: z.optional(z.number()),
  /** The exchange that is continued. */
  continues: z.optional(z.object({ prompt: z.string(), reply: z.string() })),
}) satisfies z.ZodMiniType<CompleteRequestInput>;

export type SendRequest = z.output<typeof sendRequestSchema>;

/** Parts of a request that are not stored with its turn; built for each send. */
export interface SendExtras extends Pick<
  CompleteRequestInput,
  'chatMode' | 'chatCcoCents' | 'redactPii' | 'instructions'
> {
  history?: readonly NonNullable<CompleteRequestInput['history']>[number][];
  attachments?: readonly SentAttachment[];
}

/** Parts of a turn that are shown but never sent. */
export interface TurnNotes {
  /** Names of the attached files. */
  files?: string[];
  /** The values behind the placeholders in the text. */
  redactions?: Redaction[];
}

/** A request with everything needed to send it. */
export interface Outgoing {
  request: SendRequest;
  extras: SendExtras;
  notes?: TurnNotes;
}
