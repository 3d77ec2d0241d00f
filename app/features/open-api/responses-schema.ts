import { z } from '~/core/shared/zod';
import { chatRequestSchema, jsonSchema, MAX_TOOLS, toolFunction, toolName } from './chat-schema';

// The stateless part of OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses/create

const MAX_ITEMS = 4_000;
const text = z.string().max(4_000_000);

const inputPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('input_text'), text }),
  z.looseObject({ type: z.literal('output_text'), text }),
  z.looseObject({ type: z.literal('refusal'), refusal: text }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string().nullish() }),
  z.looseObject({
    type: z.literal('input_file'),
    filename: z.string().max(255).nullish(),
    file_data: z.string().nullish(),
  }),
]);
export type InputPart = z.output<typeof inputPart>;

const content = z.union([text, z.array(inputPart)]);

const messageItem = z.looseObject({ type: z.literal('message').default('message') });
const inputItem = z.union([
  messageItem.extend({ role: z.literal('user'), content: z.union([text, z.array(inputPart).min(1)]) }),
  messageItem.extend({ role: z.enum(['system', 'developer', 'assistant']), content }),
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string().min(1).max(256),
    name: toolName,
    arguments: text,
  }),
  z.looseObject({
    type: z.literal('function_call_output'),
    call_id: z.string().min(1).max(256),
    output: content,
  }),
  // The server keeps vendor state by the ids of the calls.
  z.looseObject({ type: z.literal('reasoning') }),
]);
export type InputItem = z.output<typeof inputItem>;

const functionTool = toolFunction.extend({ type: z.literal('function') });
const { shape } = chatRequestSchema;

export const responsesRequestSchema = z.looseObject({
  model: shape.model,
  models: shape.models,
  input: z.union([text, z.array(inputItem).min(1).max(MAX_ITEMS)]),
  instructions: text.nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: shape.max_tokens,
  temperature: shape.temperature,
  top_p: shape.top_p,
  text: z
    .looseObject({
      format: z
        .discriminatedUnion('type', [
          z.looseObject({ type: z.literal('text') }),
          z.looseObject({ type: z.literal('json_object') }),
          z.looseObject({
            type: z.literal('json_schema'),
            name: toolName,
            schema: jsonSchema,
            strict: z.boolean().nullish(),
          }),
        ])
        .nullish(),
    })
    .nullish(),
  reasoning: z.looseObject({ effort: shape.reasoning_effort }).nullish(),
  tools: z
    .array(z.union([functionTool, z.looseObject({ type: z.enum(['web_search', 'web_search_preview']) })]))
    .max(MAX_TOOLS)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.literal('function'), name: toolName }),
    ])
    .nullish(),
  parallel_tool_calls: shape.parallel_tool_calls,
  user: shape.user,
  metadata: shape.metadata,
});
export type ResponsesRequest = z.output<typeof responsesRequestSchema>;

const outputItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    id: z.string(),
    status: z.enum(['in_progress', 'completed', 'incomplete']),
    role: z.literal('assistant'),
    content: z.array(
      z.object({
        type: z.literal('output_text'),
        text: z.string(),
        annotations: z.array(
          z.object({
            type: z.literal('url_citation'),
            url: z.string(),
            title: z.string(),
            start_index: z.number(),
            end_index: z.number(),
          }),
        ),
      }),
    ),
  }),
  z.object({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    status: z.enum(['in_progress', 'completed', 'incomplete']),
  }),
]);
export type OutputItem = z.output<typeof outputItem>;

export const responseSchema = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number(),
  status: z.enum(['in_progress', 'completed', 'incomplete']),
  error: z.null(),
  incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
  instructions: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  model: z.string(),
  output: z.array(outputItem),
  parallel_tool_calls: z.boolean(),
  previous_response_id: z.null(),
  store: z.literal(false),
  temperature: z.number().nullable(),
  top_p: z.number().nullable(),
  tool_choice: z.unknown(),
  tools: z.array(z.unknown()),
  usage: z
    .object({
      input_tokens: z.number(),
      input_tokens_details: z.object({ cached_tokens: z.number() }),
      output_tokens: z.number(),
      output_tokens_details: z.object({ reasoning_tokens: z.number() }),
      total_tokens: z.number(),
      cost: z.number(),
    })
    .nullable(),
  warnings: z.array(z.string()),
});
export type ResponseObject = z.output<typeof responseSchema>;

const event = z.looseObject({ type: z.string(), sequence_number: z.number() });

export const responseEventSchemas = {
  'response.created': event.extend({ response: responseSchema }),
  'response.in_progress': event.extend({ response: responseSchema }),
  'response.output_item.added': event.extend({ output_index: z.number(), item: outputItem }),
  'response.content_part.added': event,
  'response.output_text.delta': event.extend({ output_index: z.number(), delta: z.string() }),
  'response.output_text.done': event.extend({ output_index: z.number(), text: z.string() }),
  'response.content_part.done': event,
  'response.function_call_arguments.delta': event.extend({ output_index: z.number(), delta: z.string() }),
  'response.function_call_arguments.done': event.extend({
    output_index: z.number(),
    arguments: z.string(),
  }),
  'response.output_item.done': event.extend({ output_index: z.number(), item: outputItem }),
  'response.completed': event.extend({ response: responseSchema }),
  'response.incomplete': event.extend({ response: responseSchema }),
  error: event.extend({ code: z.string().nullable(), message: z.string(), param: z.string().nullable() }),
};
