import type { ErrorKind } from '~/core/shared/errors';
import { serviceAccountSchema } from '@promptwell/ai-providers/service-account';
import { z } from '~/core/shared/zod';

/** Protocols of custom providers. Demo has none, as it calls no server. */
const ADDED_PROTOCOLS = [
  'openai-compatible',
  'openai-responses',
  'anthropic-messages',
  'azure',
  'bedrock',
  'vertex',
] as const;
export const PROTOCOLS = ['openai', 'anthropic', 'gemini', 'perplexity', ...ADDED_PROTOCOLS] as const;
export type Protocol = (typeof PROTOCOLS)[number];

const KEY_SOURCES = ['environment', 'stored', 'unreadable', 'none'] as const;
export type KeySource = (typeof KEY_SOURCES)[number];

const MAX_KEY_FILE_CHARACTERS = 10_000;

/** Distance of a new model to the last one. */
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
/** For an optional field. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
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

/** Trims pasted text; a space inside means a wrong or incomplete key. */
const apiKey = z
  .string()
  .trim()
  .max(MAX_KEY_FILE_CHARACTERS, 'This is too long for a key.')
  .transform((text, context) => {
    if (text.startsWith('{')) return keyFileOf(text, context);
    if (/^[\x21-\x7e]{1,500}$/.test(text)) return text;
    context.addIssue('Keys can’t contain spaces. Copy the whole key again.');
    return z.NEVER;
  });

/** Reduces a service account’s key file to the fields in use, on one line. */
function keyFileOf(text: string, context: { addIssue: (message: string) => void }): string {
  try {
    return JSON.stringify(serviceAccountSchema.parse(JSON.parse(text)));
  } catch {
    context.addIssue('This is not the key file of a service account. Paste the whole JSON file.');
    return z.NEVER;
  }
}

/** Headers that a request needs, or that would change its target or format. */
const OWN_HEADERS = /^(host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect)$/i;

/** Optional connection settings. Those left out stay unchanged. */
const reach = {
  furtherKeys: z.array(apiKey).max(20, 'Enter at most 20 keys.').optional().meta({
    description: 'Further keys, used in turn with the first one; replaces those that are stored.',
  }),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'A header’s name has letters, digits and hyphens.'),
      z
        .string()
        .trim()
        .regex(/^[\x20-\x7e]{1,1000}$/, 'A header’s value has 1 to 1,000 plain characters.'),
    )
    .refine((headers) => Object.keys(headers).length <= 20, 'Enter at most 20 headers.')
    .refine((headers) => !Object.keys(headers).some((name) => OWN_HEADERS.test(name)), {
      message: 'Host, Connection and Content headers are set by the request itself.',
    })
    .optional()
    .meta({
      description: 'Headers that go with every request, stored encrypted; replaces those that are stored.',
    }),
  apiVersion: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.-]{0,40}$/, 'Enter a version such as 2024-10-21.')
    .optional()
    .meta({ description: 'For azure: its api-version. Without one, the v1 API is used.' }),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{0,40}$/, 'Enter a region such as us-east-1.')
    .optional()
    .meta({ description: 'For bedrock and vertex.' }),
  project: z
    .string()
    .trim()
    .regex(/^[a-z0-9:.-]{0,80}$/, 'Enter a project’s ID.')
    .optional()
    .meta({ description: 'For vertex: by default, the service account’s own project.' }),
};
export type ConnectionFields = { [Field in keyof typeof reach]: z.output<(typeof reach)[Field]> };

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
    description:
      'Tested right away, stored encrypted, and never shown again. For bedrock, an API key or “access key ID:secret access key”; for vertex, the JSON of a service account’s key file.',
  }),
  ...reach,
};

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

/** Dollars per unit, as a decimal string or a number. */
const priceFor = (measure: string, pattern: RegExp, decimals: string) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine(
      (text) => pattern.test(text.trim()) && Number(text) <= 10,
      `Enter a price from 0 to 10 dollars for ${measure}, with at most ${decimals} decimals.`,
    );
const price = priceFor('1,000 tokens', /^\d{1,2}(\.\d{1,9})?$/, 'nine');
const tokens = (max: number) =>
  z
    .number()
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(max, `Enter at most ${max.toLocaleString('en-US')}.`);

const fallbackName = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9][a-z0-9-]{1,31}\/[^\s\p{Cc}]{1,128}$/u,
    'Enter it as provider/model, such as openai/gpt-4.1.',
  );
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
    fallback: fallbackName.nullish().meta({
      description: 'The model, as provider/model, that answers when this one can’t be reached.',
    }),
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

const MAX_NEW_MODELS = 200;

/** A self-hosted server, such as Ollama, vLLM or llama.cpp, or a cloud service. */
export const addProviderSchema = z.object({
  ...providerSettings,
  key: providerKey,
  protocol: z.enum(ADDED_PROTOCOLS).default('openai-compatible').meta({
    description: 'The API that the server speaks. Can’t be changed later.',
  }),
  baseUrl: optional(baseUrl).meta({
    description: 'Needed for all but bedrock and vertex, whose address follows from the region.',
  }),
  isActive: z.boolean().default(true),
  models: z
    .array(modelSchema)
    .max(MAX_NEW_MODELS, `Add at most ${String(MAX_NEW_MODELS)} models at once.`)
    .refine((models) => new Set(models.map(({ modelName: name }) => name)).size === models.length, {
      message: 'Name each model once.',
    })
    .default([])
    .meta({
      description:
        'The models that people can choose, saved together with the provider. Without any, none is added. One without prices can’t be called yet.',
    }),
});
export type AddProvider = z.output<typeof addProviderSchema>;

/** Connection of a server that isn't saved yet. */
export const tryProviderSchema = addProviderSchema.pick({
  protocol: true,
  baseUrl: true,
  allowPrivateAddress: true,
  apiKey: true,
  furtherKeys: true,
  headers: true,
  apiVersion: true,
  region: true,
  project: true,
  defaultModel: true,
});
export type TryProvider = z.output<typeof tryProviderSchema>;

export const offeredModelSchema = z.object({
  modelName: z.string(),
  contextTokens: z.number().nullable().meta({ description: 'Input and output together, where it is known.' }),
  inputPricePer1K: z.string().nullable().meta({ description: 'Null: no price is known.' }),
  outputPricePer1K: z.string().nullable(),
  priceSource: z.string().nullable().meta({ description: 'Where the price was read.' }),
});
export type OfferedModel = z.output<typeof offeredModelSchema>;

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
  fallback: z.string().nullable(),
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
  apiVersion: z.string().nullable(),
  region: z.string().nullable(),
  project: z.string().nullable(),
  headerNames: z.array(z.string()).meta({ description: 'Extra headers; their values are never shown.' }),
  keys: z
    .array(
      z.object({
        ending: z.string().nullable(),
        state: z.enum(['ready', 'resting']),
        reason: z.string().nullable().meta({ description: 'What the vendor said last, while it rests.' }),
        restsForSeconds: z.number(),
      }),
    )
    .meta({ description: 'Each key in use. One that met a rate limit or was refused rests.' }),
  environment: z.array(z.string()).meta({ description: 'The environment settings in effect.' }),
});
export type AdminProvider = z.output<typeof adminProviderSchema>;

export const providersAnswer = z.object({ providers: z.array(adminProviderSchema) });
export const savedProviderAnswer = z.object({
  provider: adminProviderSchema,
  connection: connectionSchema.nullable(),
});
export const triedProviderAnswer = z.object({
  connection: connectionSchema,
  offered: z.array(offeredModelSchema).meta({
    description:
      'The models that answer prompts, with what the price lists know of them. A server in a private network costs nothing.',
  }),
});
export type TriedProvider = z.output<typeof triedProviderAnswer>;
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

/** Result of each form of the page. */
export interface ModelsDone {
  /** Null for a test, whose result is shown in place. */
  message: string | null;
  providerId: string;
  connection: Connection | null;
  /** Models of a server that isn't saved yet. */
  offered?: OfferedModel[];
}
