import { z } from 'zod';

export const MAX_PROMPT_CHARACTERS = 400_000;
export const MAX_HISTORY_MESSAGES = 200;

const attachmentSchema = z.object({
  name: z.string().max(255),
  mimeType: z.string().max(127).optional(),
  /** Text found in the file, as the page shows it before sending. */
  text: z.string().max(MAX_PROMPT_CHARACTERS).optional(),
  /** An image for models that see. */
  base64: z.string().max(28_000_000).optional(),
});

export const completeRequestSchema = z.object({
  provider: z.string().trim().min(1, 'Choose a provider.').max(64),
  model: z.string().trim().min(1, 'Choose a model.').max(128),
  prompt: z
    .string()
    .max(
      MAX_PROMPT_CHARACTERS,
      `The prompt is longer than ${MAX_PROMPT_CHARACTERS.toLocaleString('en')} characters.`,
    )
    .refine((prompt) => prompt.trim() !== '', 'The prompt is empty.'),
  maxOutputTokens: z.number().int().min(1).max(1_000_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  json: z.boolean().optional(),
  doNotStoreContent: z.boolean().default(false),
  redactPii: z.boolean().default(false),
  ocrIfEmpty: z.boolean().optional(),
  ocrLangs: z.enum(['eng', 'eng,spa']).optional(),
  attachments: z.array(attachmentSchema).max(50).default([]),
  chatMode: z.boolean().default(false),
  chatCcoCents: z.number().int().min(0).max(100_000_000).optional(),
  history: z
    .array(
      z.object({ role: z.enum(['user', 'assistant', 'ai']), content: z.string().max(MAX_PROMPT_CHARACTERS) }),
    )
    .max(MAX_HISTORY_MESSAGES)
    .default([]),
});

export type CompleteRequest = z.output<typeof completeRequestSchema>;
export type Attachment = CompleteRequest['attachments'][number];

/** The client chooses it, one for each thing it wants done once. */
export const idempotencyKeySchema = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,200}$/,
    'The header X-Idempotency-Key must have 8 to 200 visible characters, such as a UUID.',
  );
