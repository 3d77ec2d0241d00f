import * as z from 'zod';

/** The parts of a response that are read; content blocks and events of other kinds are skipped. */
const count = z.number().nullish();

const usageSchema = z
  .object({
    input_tokens: count,
    output_tokens: count,
    cache_creation_input_tokens: count,
    cache_read_input_tokens: count,
    output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

export type AnthropicUsage = z.infer<typeof usageSchema>;

const part = z.object({
  type: z.string(),
  text: z.string().nullish().catch(null),
  thinking: z.string().nullish().catch(null),
  signature: z.string().nullish().catch(null),
  // Of redacted thinking.
  data: z.string().nullish().catch(null),
  // Of a tool call.
  id: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  input: z.looseObject({}).nullish().catch(null),
});
export type AnthropicBlock = z.infer<typeof part>;

export const answerEventSchema = z.union([
  z.object({
    type: z.literal('message_start'),
    message: z.object({ id: z.string().nullish(), usage: usageSchema }),
  }),
  z.object({ type: z.literal('content_block_start'), index: z.number(), content_block: part }),
  z.object({
    type: z.literal('content_block_delta'),
    index: z.number().default(0),
    delta: z.object({
      type: z.string(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
    }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema,
  }),
  // A complete response, from servers that don't stream.
  z.object({
    type: z.literal('message'),
    id: z.string().nullish(),
    content: z.array(part),
    stop_reason: z.string().nullish(),
    usage: usageSchema,
  }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
]);
