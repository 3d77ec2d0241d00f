import * as z from 'zod';

/**
 * The fields of a chunk that are read. Compatible servers send less than the SDK's types promise, so everything is
 * optional.
 */
const text = z.string().nullish();
const count = z.number().nullish().catch(null);

/** A part of a message's content. Mistral sends thinking as parts; others send it as text. */
const part = z.object({
  type: z.string(),
  text: text.catch(null),
  thinking: z
    .union([
      z.string(),
      z.array(z.object({ text })).transform((all) => all.map((each) => each.text).join('')),
    ])
    .nullish()
    .catch(null),
});
export type ContentPart = z.infer<typeof part>;

const content = z.union([text, z.array(part)]);

const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: z
      .object({ cached_tokens: count, cache_write_tokens: count })
      .nullish()
      .catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    // Cached tokens, as Moonshot and DeepSeek name them.
    cached_tokens: count,
    prompt_cache_hit_tokens: count,
    // US dollars. A number at OpenRouter, an object at Perplexity.
    cost: z
      .union([z.number(), z.object({ total_cost: z.number() })])
      .nullish()
      .catch(null),
    cost_in_usd_ticks: count,
  })
  .nullish()
  .catch(null);

export type ChatUsage = NonNullable<z.infer<typeof usageSchema>>;

const source = z.object({ url: z.string(), title: text });
/** A list without its invalid entries. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((all) => (all ?? []).flatMap((each) => each ?? []));

/**
 * A tool call or a delta of one. Some servers leave out `index`, and Gemini adds the signature of its thinking, which it
 * wants back with the call.
 */
const toolCall = z.object({
  index: z.number().int().min(0).nullish().catch(null),
  id: text,
  function: z.object({
    name: text,
    // Some servers send an object.
    arguments: z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]).nullish(),
  }),
  extra_content: z.looseObject({}).nullish().catch(null),
});
export type ChatToolCall = z.infer<typeof toolCall>;

/** Reasoning: `reasoning_content` at DeepSeek, vLLM and llama.cpp; `reasoning` at OpenRouter, Groq and Ollama. */
const message = z
  .object({
    content,
    refusal: text,
    reasoning_content: text.catch(null),
    reasoning: text.catch(null),
    annotations: listOf(z.object({ url_citation: source })),
    tool_calls: listOf(toolCall),
  })
  .nullish();

export const chatChunkSchema = z.object({
  id: text,
  choices: z
    .array(
      z.object({
        delta: message,
        // A complete response, from servers that don't stream.
        message,
        finish_reason: text,
      }),
    )
    .nullish(),
  usage: usageSchema,
  x_groq: z.object({ usage: usageSchema }).nullish().catch(null),
  citations: listOf(z.union([z.string().transform((url) => ({ url, title: null })), source])),
  search_results: listOf(source),
});
