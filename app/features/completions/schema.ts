import type { OtherAnswer } from '~/core/edge/declare-call.server';
import type { ErrorKind } from '~/core/shared/errors';
import { costCents, costUsd, formatPricePer1K } from '~/core/shared/money';
import {
  EFFORTS,
  INSTRUCTIONS_TOO_LONG,
  MAX_INSTRUCTIONS_CHARACTERS,
  TEMPERATURES,
} from '~/core/shared/request-options';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { z } from '~/core/shared/zod';
import { MAX_PAGE_IMAGES, ocrLanguagesSchema } from '~/features/attachments/index.server';
import type { PriceRule } from '~/features/ledger/contract';
import {
  completionResponseSchema,
  deltaEventSchema,
  errorEventSchema,
  MAX_HISTORY_MESSAGES,
  MAX_OPTIMIZED_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MIN_OPTIMIZED_CHARACTERS,
  reasoningEventSchema,
  startedEventSchema,
  WEB_SEARCHES,
  type CompletionResult,
} from './contract';

const MAX_SCHEMA_CHARACTERS = 32_000;
const MAX_FALLBACKS = 3;

const picture = z.string().meta({ description: 'An image in base64: PNG, JPEG, WebP or GIF.' });
const page = z.number().int().min(1, 'Page numbers start at 1.').max(100_000);

const attachmentSchema = z
  .object({
    name: z.string().max(255),
    mimeType: z.string().max(127).optional(),
    text: z.string().max(MAX_PROMPT_CHARACTERS).optional().meta({ description: 'Text found in the file.' }),
    base64: z.string().optional().meta({
      description:
        'The file: an image of at most 20 MB in PNG, JPEG, WebP or GIF for models that accept images, or a document (PDF of at most 25 MB, DOCX, PPTX, XLSX, ODT, ODS, RTF, EPUB, EML, TXT, MD, CSV, TSV, JSON, HTML, HEIC, TIFF), which is read here. Without line breaks, and without what a data URL begins with.',
    }),
    pageImages: z
      .array(picture)
      .max(MAX_PAGE_IMAGES)
      .optional()
      .meta({ description: 'Pages of a PDF as images, for models that accept them.' }),
    include: z.boolean().default(true),
    useExtract: z
      .boolean()
      .default(true)
      .meta({ description: 'Send the text; for a file without text, what the server reads from it.' }),
    useVision: z
      .boolean()
      .optional()
      .meta({ description: 'Send the images; by default, only those of a file without text.' }),
    pageStart: page.optional().meta({ description: 'Of a PDF that is read here. Pro accounts only.' }),
    pageEnd: page.optional(),
  })
  .refine(({ pageStart = 1, pageEnd }) => pageEnd === undefined || pageEnd >= pageStart, {
    message: 'The end page can’t come before the start page.',
  });

export const completeRequestSchema = z.object({
  provider: z.string().trim().min(1, 'Choose a provider.').max(64),
  model: z.string().trim().min(1, 'Choose a model.').max(128),
  prompt: z
    .string()
    .max(
      MAX_PROMPT_CHARACTERS,
      `The prompt is longer than ${MAX_PROMPT_CHARACTERS.toLocaleString('en-US')} characters.`,
    )
    .refine((prompt) => prompt.trim() !== '', 'The prompt is empty.'),
  maxOutputTokens: z.number().int().min(1).max(1_000_000).optional(),
  temperature: z.number().min(TEMPERATURES.min).max(TEMPERATURES.max).optional(),
  topP: z.number().min(0).max(1).optional(),
  json: z.boolean().optional(),
  jsonSchema: z
    .record(z.string(), z.unknown())
    .refine((schema) => JSON.stringify(schema).length <= MAX_SCHEMA_CHARACTERS, {
      message: `The schema is longer than ${MAX_SCHEMA_CHARACTERS.toLocaleString('en-US')} characters.`,
    })
    .optional()
    .meta({ description: 'A JSON schema that the reply should fit. Implies json.' }),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS_CHARACTERS, INSTRUCTIONS_TOO_LONG)
    .optional()
    .meta({ description: 'System instructions, sent before the messages.' }),
  effort: z.enum(EFFORTS).optional().meta({
    description: 'How long the model may think. Left out, with a warning, for models that don’t take it.',
  }),
  webSearch: z.boolean().optional().meta({
    description:
      'Whether the provider searches the web. Left out, with a warning, for models that aren’t set up for it; false turns off the search of models that search by default.',
  }),
  fallbacks: z
    .array(z.object({ provider: z.string().trim().min(1).max(64), model: z.string().trim().min(1).max(128) }))
    .max(MAX_FALLBACKS, `Name at most ${String(MAX_FALLBACKS)} fallback models.`)
    .optional()
    .meta({
      description:
        'Models that are asked in this order when the chosen one can’t be reached; by default, the model’s own fallback. The hold covers the most expensive of them, and the one that answers is charged.',
    }),
  categoryId: z.number().int().min(1).max(1_000_000_000).optional().meta({
    description: 'The category of the prompt, for the category breakdown of your spending.',
  }),
  savedPromptId: z.string().min(1).max(64).optional().meta({
    description:
      'The saved prompt the request was made from; counted as a use of it. A deleted or hidden prompt is ignored.',
  }),
  doNotStoreContent: z.boolean().default(false),
  redactPii: z.boolean().default(false),
  ocrIfEmpty: z.boolean().optional(),
  ocrLangs: ocrLanguagesSchema.optional(),
  attachments: z.array(attachmentSchema).max(50).default([]),
  chatMode: z.boolean().default(false),
  chatCcoCents: z.number().int().min(0).max(100_000_000).optional(),
  history: z
    .array(
      z.object({ role: z.enum(['user', 'assistant', 'ai']), content: z.string().max(MAX_PROMPT_CHARACTERS) }),
    )
    .max(MAX_HISTORY_MESSAGES)
    .default([]),
  continues: z
    .object({
      prompt: z.string().max(MAX_PROMPT_CHARACTERS),
      reply: z.string().max(MAX_PROMPT_CHARACTERS),
    })
    .optional()
    .meta({
      description:
        'The exchange whose reply was cut off, which the prompt asks the model to continue. Not used in Chat mode: the history has it.',
    }),
});
/** As a client sends it, and as it is parsed. */
export type CompleteRequestInput = z.input<typeof completeRequestSchema>;
export type CompleteRequest = z.output<typeof completeRequestSchema>;
export type Attachment = CompleteRequest['attachments'][number];

const attachedCount = (max: number) => z.number().int().min(0).max(max).optional();

export const preflightRequestSchema = completeRequestSchema
  .pick({
    provider: true,
    model: true,
    prompt: true,
    history: true,
    maxOutputTokens: true,
    json: true,
    jsonSchema: true,
    instructions: true,
    webSearch: true,
    fallbacks: true,
  })
  .extend({
    attachedTokens: attachedCount(100_000_000).meta({
      description: 'Tokens in the texts of attached files, as counted by the caller.',
    }),
    attachedImages: attachedCount(1000).meta({ description: 'How many images are attached.' }),
  });
export type PreflightRequestInput = z.input<typeof preflightRequestSchema>;
export type PreflightRequest = z.output<typeof preflightRequestSchema>;

/** Pages debounce by 400 ms while typing. */
export const PREFLIGHT_RATE_LIMIT: RateLimit = {
  name: 'preflight-cost',
  points: 180,
  perSeconds: 60,
  message: 'Rate limit reached.',
};

export const optimizeRequestSchema = completeRequestSchema
  .pick({ provider: true, model: true, doNotStoreContent: true })
  .extend({
    prompt: z
      .string()
      .max(MAX_OPTIMIZED_CHARACTERS, 'Optimize takes prompts of at most 20,000 characters.')
      .refine(
        (prompt) => prompt.trim().length > MIN_OPTIMIZED_CHARACTERS,
        'Optimize needs a prompt of more than 30 characters.',
      ),
  });
export type OptimizeRequestInput = z.input<typeof optimizeRequestSchema>;
export type OptimizeRequest = z.output<typeof optimizeRequestSchema>;

const idempotencyKey = z
  .string('Send the header X-Idempotency-Key with a key of your own, such as a UUID.')
  .regex(
    /^[\x21-\x7e]{8,200}$/,
    'The header X-Idempotency-Key must have 8 to 200 visible characters, such as a UUID.',
  )
  .meta({ description: '8 to 200 visible characters, such as a UUID.' });

/** Chosen by the client, one per intended effect. */
export const idempotencyHeaders = z.object({ 'x-idempotency-key': idempotencyKey });
export const optionalIdempotencyHeaders = idempotencyHeaders.partial();

export const operationParams = z.object({ key: idempotencyKey });

export const completionEvents = {
  kind: 'events',
  description: 'With Accept: text/event-stream. The stream ends with done or error.',
  events: {
    started: startedEventSchema,
    reasoning: reasoningEventSchema,
    delta: deltaEventSchema,
    done: completionResponseSchema,
    error: errorEventSchema,
  },
} as const satisfies OtherAnswer;

const ratesShape = { inputPricePer1K: z.string(), outputPricePer1K: z.string() };

const listedModelSchema = z.object({
  model: z.string(),
  displayName: z.string(),
  isFree: z.boolean(),
  takesImages: z.boolean(),
  contextTokens: z.number().optional(),
  takesTemperature: z.boolean(),
  takesEffort: z.boolean(),
  webSearch: z.enum(WEB_SEARCHES).meta({
    description:
      'Whether it searches the web: never, only if a request asks for it, or unless a request turns it off.',
  }),
  tokensPerImage: z.number().meta({ description: 'The most tokens one image counts as.' }),
  ...ratesShape,
  steps: z.array(z.object({ aboveInputTokens: z.number(), ...ratesShape })).meta({
    description: 'Prices of a whole request that has more input tokens than this.',
  }),
  feeCents: z.number().meta({ description: 'What a request without web search costs besides its tokens.' }),
  typicalFeeCents: z.number().meta({
    description:
      'What a request with web search usually costs besides its own tokens: a fee, and one search with what it finds.',
  }),
  mostFeeCents: z.number().meta({ description: 'The same at most, with as many searches as there may be.' }),
  endsOn: z.iso.date().optional().meta({
    description: 'The day from which its provider no longer offers it. Present from 30 days ahead.',
  }),
  successor: z.string().optional().meta({ description: 'The model that takes its place on that day.' }),
});

export const listedProviderSchema = z.object({
  provider: z.string(),
  key: z.string().meta({ description: 'The same as provider, under the name saved settings use.' }),
  name: z.string(),
  defaultModel: z.string(),
  allowedModels: z.array(z.string()),
  models: z.array(listedModelSchema),
  isDemo: z.boolean(),
});
export type ListedProvider = z.output<typeof listedProviderSchema>;

/** All errors of a completion, besides those of the edge. */
export const COMPLETION_ERRORS = {
  unknown_model: 'invalid',
  price_missing: 'invalid',
  attachment_invalid: 'invalid',
  request_too_long: 'invalid',
  moderation_blocked: 'invalid',
  free_model_restricted: 'payment-required',
  free_daily_limit: 'payment-required',
  free_optimize_limit: 'payment-required',
  in_debt: 'payment-required',
  insufficient_funds: 'payment-required',
  exceeds_cco: 'payment-required',
  paid_user_required: 'forbidden',
  invalid_api_key: 'unauthenticated',
  keys_forbidden: 'forbidden',
  key_model_not_allowed: 'forbidden',
  in_flight: 'conflict',
  server_stopping: 'unavailable',
  answer_purged: 'conflict',
  stopped: 'conflict',
  idempotency_key_reused: 'unprocessable',
  too_many_at_once: 'rate-limited',
  provider_rate_limited: 'rate-limited',
  moderation_unavailable: 'unavailable',
  provider_not_set_up: 'unavailable',
  provider_overloaded: 'unavailable',
  provider_refused: 'invalid',
  provider_model_gone: 'invalid',
  provider_timed_out: 'upstream-timeout',
  provider_connection_lost: 'upstream-failed',
  provider_empty_reply: 'upstream-failed',
  provider_bad_answer: 'upstream-failed',
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** Base rates only; steps, cache rates and fees aren't part of the response. */
export const priceFields = ({ rates }: Pick<PriceRule, 'rates'>): CompletionResult['price'] => ({
  inputPricePer1K: formatPricePer1K(rates.input),
  outputPricePer1K: formatPricePer1K(rates.output),
});

export const costFields = (microUsd: bigint) => ({
  costUsd: costUsd(microUsd),
  costCents: costCents(microUsd),
});
