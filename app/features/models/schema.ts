import type { ErrorKind } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';

/** The ways in which a provider may be spoken to. Demo is none of them: it speaks to nobody. */
export const PROTOCOLS = ['openai', 'anthropic', 'gemini', 'perplexity', 'openai-compatible'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

const KEY_SOURCES = ['environment', 'stored', 'unreadable', 'none'] as const;
export type KeySource = (typeof KEY_SOURCES)[number];

/** A new model stands so far behind the last one. */
export const SORT_STEP = 10;

const providerKey = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,31}$/, 'Use 2 to 32 lowercase letters, digits and hyphens, such as ollama.');
const providerName = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'Use at most 60 characters.');
const modelName = z
  .string('Enter the model’s name.')
  .trim()
  .regex(/^[^\s\p{Cc}]{1,128}$/u, 'A model name has 1 to 128 characters and no spaces.');
/** For a field that may be empty. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const baseUrl = z
  .string()
  .trim()
  .max(500)
  .refine(isServerAddress, 'Enter an address such as http://127.0.0.1:11434/v1.')
  .transform((address) => address.replace(/\/+$/, ''));

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/** What is pasted has blanks at its ends; one inside means that it is not the key, or not all of it. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'Keys can’t contain spaces. Copy the whole key again.');

const providerSettings = {
  name: providerName,
  baseUrl: optional(baseUrl).meta({ description: 'Without one, the vendor’s own address.' }),
  defaultModel: optional(modelName),
  allowPrivateAddress: z.boolean().default(false).meta({
    description: 'Whether the address may be in a private network, such as a server on this machine.',
  }),
  sendsUserIds: z.boolean().default(true).meta({
    description:
      'Whether requests carry a hash that stands for their user, so that the provider can act on abuse by one person.',
  }),
  apiKey: optional(apiKey).meta({
    description: 'Tested right away, stored encrypted, and never shown again.',
  }),
};

/** A server of one's own that speaks OpenAI's chat completions: Ollama, vLLM, llama.cpp. */
export const addProviderSchema = z.object({
  ...providerSettings,
  key: providerKey,
  baseUrl: z.string('Enter the server’s address.').pipe(baseUrl),
  isActive: z.boolean().default(true),
});
export type AddProvider = z.output<typeof addProviderSchema>;

export const changeProviderSchema = z.object({
  ...providerSettings,
  isActive: z.boolean().default(true),
});
export type ChangeProvider = z.output<typeof changeProviderSchema>;

export const connectionSchema = z.object({
  models: z.array(z.string()).meta({ description: 'What the server lists.' }),
  model: z.string().nullable().meta({ description: 'The model that was tested.' }),
  said: z.string().nullable(),
  problem: z.string().nullable().meta({ description: 'What did not work, as a sentence.' }),
});
export type Connection = z.output<typeof connectionSchema>;

/** Dollars for a measure, as a decimal text or a number. */
const priceFor = (measure: string, pattern: RegExp, decimals: string) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine(
      (text) => pattern.test(text.trim()) && Number(text) <= 10,
      `Enter a price from 0 to 10 dollars for ${measure}, with at most ${decimals} decimals.`,
    );
const price = priceFor('1,000 tokens', /^\d{1,2}(\.\d{1,9})?$/, 'nine');
const tokens = (most: number) =>
  z
    .number()
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(most, `Enter at most ${most.toLocaleString('en-US')}.`);

const day = z.iso.date('Enter a day such as 2027-01-14.');

export const modelSchema = z
  .object({
    modelName,
    displayName: optional(z.string().trim().max(80, 'Use at most 80 characters.')),
    modelBehind: modelName.nullish().meta({
      description:
        'The model that answers, where the name says nothing of it, as that of a deployment. Decides which settings are sent.',
    }),
    isAllowed: z.boolean().default(true),
    isFree: z.boolean().default(false),
    sortOrder: z.number().int().min(0).max(1_000_000).optional(),
    contextTokens: tokens(100_000_000).nullish(),
    maxOutputTokens: tokens(1_000_000).default(8192),
    takesImages: z.boolean().default(true),
    transcribes: z.boolean().default(false).meta({
      description: 'Transcribes recordings at a price per minute; it can’t answer prompts.',
    }),
    audioPricePerMinute: priceFor('a minute', /^\d{1,2}(\.\d{1,6})?$/, 'six').optional(),
    takesSampling: z
      .boolean()
      .nullish()
      .meta({ description: 'Temperature and top-p. Null: the vendor’s default.' }),
    mostSearches: z.number().int().min(0).max(100).default(0),
    tokensEachSearch: z.number().int().min(0).max(1_000_000).default(0),
    replacedBy: modelName.nullish(),
    shutdownOn: day.nullish(),
    inputPricePer1K: price.optional(),
    outputPricePer1K: price.optional(),
  })
  .refine((model) => (model.inputPricePer1K === undefined) === (model.outputPricePer1K === undefined), {
    path: ['outputPricePer1K'],
    error: 'Enter both prices, or neither.',
  })
  .refine((model) => model.replacedBy !== model.modelName, {
    path: ['replacedBy'],
    error: 'A model can’t be its own successor.',
  });
export type ModelInput = z.output<typeof modelSchema>;

export const adminModelSchema = z.object({
  id: z.string(),
  modelName: z.string(),
  displayName: z.string(),
  modelBehind: z.string().nullable(),
  isAllowed: z.boolean(),
  isFree: z.boolean(),
  sortOrder: z.number(),
  contextTokens: z.number().nullable(),
  maxOutputTokens: z.number(),
  takesImages: z.boolean(),
  takesSampling: z.boolean().nullable(),
  mostSearches: z.number(),
  tokensEachSearch: z.number(),
  replacedBy: z.string().nullable(),
  shutdownOn: z.string().nullable(),
  goneAt: z.string().nullable().meta({ description: 'Since when its vendor no longer offers it.' }),
  inputPricePer1K: z.string().nullable().meta({ description: 'Null: no price, so it cannot be called.' }),
  outputPricePer1K: z.string().nullable(),
  transcribes: z.boolean(),
  audioPricePerMinute: z.string().nullable().meta({
    description: 'Of a model that transcribes; null: no price, so it cannot be used.',
  }),
});
export type AdminModel = z.output<typeof adminModelSchema>;

export const adminProviderSchema = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  protocol: z.string(),
  baseUrl: z.string(),
  defaultModel: z.string(),
  isActive: z.boolean(),
  allowPrivateAddress: z.boolean(),
  sendsUserIds: z.boolean(),
  isSetUp: z.boolean().meta({ description: 'Whether it can be asked now.' }),
  keySource: z.enum(KEY_SOURCES),
  keyEnding: z.string().nullable().meta({ description: 'The last characters of the stored key.' }),
  environment: z.array(z.string()).meta({ description: 'The environment settings in effect.' }),
});
export type AdminProvider = z.output<typeof adminProviderSchema>;

export const providersAnswer = z.object({ providers: z.array(adminProviderSchema) });
export const savedProviderAnswer = z.object({
  provider: adminProviderSchema,
  connection: connectionSchema.nullable(),
});
export const modelsAnswer = z.object({ models: z.array(adminModelSchema) });
export const serverModelsAnswer = z.object({ models: z.array(z.string()) });

const id = z.string().min(1).max(64);
export const providerParams = z.object({ id });
export const modelParams = z.object({ id, modelId: id });

export const PROVIDER_ERRORS = {
  no_such_provider: 'not-found',
  provider_exists: 'conflict',
  connection_failed: 'invalid',
  key_needed_again: 'invalid',
  set_by_environment: 'conflict',
  provider_in_use: 'conflict',
} as const satisfies Readonly<Record<string, ErrorKind>>;

export const MODEL_ERRORS = {
  no_such_provider: 'not-found',
  no_such_model: 'not-found',
  model_exists: 'conflict',
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** What each form of the page gives back once it is done. */
export interface ModelsDone {
  /** Null for a test, whose result is shown where it belongs. */
  message: string | null;
  providerId: string;
  connection: Connection | null;
}
