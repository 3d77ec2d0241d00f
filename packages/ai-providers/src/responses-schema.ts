import * as z from 'zod';

/** Events of the Responses API that are read; others are skipped. */
const count = z.number().nullish().catch(null);
const text = z.string().nullish();

const usageSchema = z
  .object({
    input_tokens: count,
    input_tokens_details: z
      .object({
        cached_tokens: count,
        cache_write_tokens: count,
        // Perplexity's names for the same fields.
        cache_read_input_tokens: count,
        cache_creation_input_tokens: count,
      })
      .nullish()
      .catch(null),
    output_tokens: count,
    output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    // Perplexity only: searches and total cost.
    tool_calls_details: z
      .object({ search_web: z.object({ invocation: count }).nullish() })
      .nullish()
      .catch(null),
    cost: z
      .union([z.number(), z.object({ total_cost: count, currency: text })])
      .nullish()
      .catch(null),
    cost_in_usd_ticks: count,
  })
  .nullish()
  .catch(null);

export type ResponsesUsage = z.infer<typeof usageSchema>;

const webSource = z.object({ url: z.string(), title: text });

const responseSchema = z.object({
  id: text,
  status: text.catch(null),
  error: z.record(z.string(), z.unknown()).nullish(),
  incomplete_details: z.object({ reason: text }).nullish(),
  usage: usageSchema,
  output: z
    .array(z.looseObject({ type: z.string() }))
    .nullish()
    .catch(null),
});

/** A complete response, from servers that don't stream. */
const wholeResponse = responseSchema.extend({ object: z.literal('response') }).transform((response) => ({
  type: ENDS[response.status ?? ''] ?? ('response.completed' as const),
  response,
}));

const ENDS: Readonly<Record<string, 'response.incomplete' | 'response.failed'>> = {
  incomplete: 'response.incomplete',
  failed: 'response.failed',
};

const functionCallItem = z.object({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: text,
});
export type FunctionCallItem = z.infer<typeof functionCallItem>;

export const responsesEventSchema = z.union([
  z.object({ type: z.literal('response.output_text.delta'), delta: z.string() }),
  z.object({ type: z.literal('response.refusal.delta'), delta: z.string() }),
  z.object({
    type: z.enum(['response.reasoning_summary_text.delta', 'response.reasoning_text.delta']),
    delta: z.string(),
  }),
  z.object({ type: z.literal('response.reasoning_summary_part.added'), summary_index: z.number() }),
  z.object({
    type: z.literal('response.output_text.annotation.added'),
    annotation: webSource.extend({ type: z.literal('url_citation') }),
  }),
  z.object({ type: z.literal('response.reasoning.search_results'), results: z.array(webSource) }),
  z.object({
    type: z.literal('response.output_item.done'),
    item: z.union([
      z.object({ type: z.literal('search_results'), results: z.array(webSource) }),
      z.object({ type: z.literal('web_search_call') }),
    ]),
  }),
  z.object({
    type: z.enum(['response.output_item.added', 'response.output_item.done']),
    output_index: z.number(),
    item: functionCallItem,
  }),
  z.object({
    type: z.literal('response.function_call_arguments.delta'),
    output_index: z.number(),
    delta: z.string(),
  }),
  z.object({ type: z.literal('response.created'), response: responseSchema }),
  z.object({
    type: z.enum(['response.completed', 'response.incomplete', 'response.failed']),
    response: responseSchema,
  }),
  z.object({ type: z.literal('error'), code: text, message: text }),
  wholeResponse,
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
]);

const writtenPart = z.object({
  text: text.catch(null),
  refusal: text.catch(null),
  annotations: z.array(webSource.nullable().catch(null)).nullish().catch(null),
});
const parts = z
  .array(writtenPart)
  .nullish()
  .catch(null)
  .transform((all) => all ?? []);

/** Content of an output item. */
export const outputItemSchema = z.union([
  functionCallItem,
  z.object({ type: z.string(), content: parts, summary: parts }),
]);
