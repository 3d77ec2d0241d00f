import { z } from '~/core/shared/zod';
import { findSchemaFault } from './schema-faults';

// The request of POST /v1/chat/completions, in OpenAI's shape. Clients send `null` for fields they leave out.

/** Longer than any conversation that fits a model's context. */
const MAX_MESSAGES = 2_000;
export const MAX_TOOLS = 128;
const MAX_STOPS = 4;
const MAX_FALLBACKS = 3;
const MAX_TEXT_CHARACTERS = 4_000_000;

const text = z.string().max(MAX_TEXT_CHARACTERS);
const modelName = z.string().trim().min(1).max(200);

/** The names that OpenAI allows for tools and schemas. */
export const toolName = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'A name may have 1 to 64 letters, digits, underscores and hyphens.');

export const jsonSchema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const message = findSchemaFault(schema);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const textPart = z.looseObject({ type: z.literal('text'), text });
const textContent = z.union([text, z.array(textPart)]);

const userPart = z.discriminatedUnion('type', [
  textPart,
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
  z.looseObject({
    type: z.literal('file'),
    file: z.looseObject({ filename: z.string().max(255).nullish(), file_data: z.string().nullish() }),
  }),
]);
export type UserPart = z.output<typeof userPart>;

const assistantPart = z.discriminatedUnion('type', [
  textPart,
  z.looseObject({ type: z.literal('refusal'), refusal: text }),
]);

const toolCall = z.looseObject({
  id: z.string().min(1).max(256),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: toolName, arguments: text }),
});

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: textContent }),
  z.looseObject({ role: z.literal('developer'), content: textContent }),
  z.looseObject({ role: z.literal('user'), content: z.union([text, z.array(userPart).min(1)]) }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([text, z.array(assistantPart)]).nullish(),
    refusal: text.nullish(),
    tool_calls: z.array(toolCall).max(MAX_TOOLS).nullish(),
  }),
  z.looseObject({
    role: z.literal('tool'),
    content: textContent,
    tool_call_id: z.string().min(1).max(256),
  }),
]);
export type ChatMessage = z.output<typeof message>;

export const toolFunction = z.looseObject({
  name: toolName,
  description: z.string().max(16_000).nullish(),
  parameters: jsonSchema.nullish(),
  strict: z.boolean().nullish(),
});
const tool = z.looseObject({ type: z.literal('function'), function: toolFunction });

export const chatRequestSchema = z.looseObject({
  model: modelName
    .nullish()
    .meta({ description: 'As `provider/model`, or the model’s name alone if it is unique.' }),
  models: z
    .array(modelName)
    .min(1)
    .max(MAX_FALLBACKS + 1)
    .nullish()
    .meta({
      description: 'Fallback models, tried in this order if the first can’t be reached.',
    }),
  messages: z.array(message).min(1).max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.number().int().min(1).max(1_000_000).nullish(),
  max_completion_tokens: z.number().int().min(1).max(1_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string().max(1_000), z.array(z.string().max(1_000)).max(MAX_STOPS)]).nullish(),
  seed: z.number().int().nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({
          name: toolName,
          schema: jsonSchema.nullish(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  tools: z.array(tool).max(MAX_TOOLS).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: toolName }) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  web_search_options: z.looseObject({}).nullish(),
  user: z.string().max(512).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
});
export type ChatRequest = z.output<typeof chatRequestSchema>;

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number() }),
  completion_tokens_details: z.object({ reasoning_tokens: z.number() }),
  cost: z.number().meta({ description: 'What was charged, in US dollars.' }),
});
export type ChatUsage = z.output<typeof usageSchema>;

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter']);

const answeredToolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const annotation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string() }),
});

const warnings = z.array(z.string()).meta({
  description: 'Settings that the model or this server doesn’t support, one sentence each.',
});

export const chatResponseSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number(),
  model: z.string().meta({ description: 'The model that answered, as `provider/model`.' }),
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        refusal: z.null(),
        tool_calls: z.array(answeredToolCall).optional(),
        annotations: z.array(annotation).optional(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage: usageSchema,
  warnings,
});
export type ChatResponse = z.output<typeof chatResponseSchema>;

export const chatChunkSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      delta: z.object({
        role: z.literal('assistant').optional(),
        content: z.string().optional(),
        reasoning_content: z.string().optional(),
        tool_calls: z
          .array(
            z.object({
              index: z.number(),
              id: z.string().optional(),
              type: z.literal('function').optional(),
              function: z.object({ name: z.string().optional(), arguments: z.string() }),
            }),
          )
          .optional(),
        annotations: z.array(annotation).optional(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason.nullable(),
    }),
  ),
  usage: usageSchema.nullish().meta({ description: 'In the last chunk.' }),
  warnings: warnings.optional(),
});
export type ChatChunk = z.output<typeof chatChunkSchema>;
