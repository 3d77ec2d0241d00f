import * as z from 'zod';

/** What is read of an answer; blocks and events of other kinds (thinking, tools) are passed over. */
const usageSchema = z
  .object({
    input_tokens: z.number().nullish(),
    output_tokens: z.number().nullish(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
  })
  .nullish()
  .catch(null);

export type AnthropicUsage = z.infer<typeof usageSchema>;

const typed = z.object({ type: z.string(), text: z.string().optional() });

export const wholeAnswerSchema = z.object({
  id: z.string().nullish(),
  content: z.array(typed),
  stop_reason: z.string().nullish(),
  usage: usageSchema,
});

export const answerEventSchema = z.union([
  z.object({
    type: z.literal('message_start'),
    message: z.object({ id: z.string().nullish(), usage: usageSchema }),
  }),
  z.object({ type: z.literal('content_block_delta'), delta: typed }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema,
  }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
]);
