import * as z from 'zod';

/**
 * What is read of one chunk. The SDK's types promise more than many compatible servers send, so everything that may be
 * missing somewhere is optional here.
 */
const text = z.string().nullish();
const count = z.number().nullish().catch(null);

/** A part of a message's content. Mistral's thinking has parts of its own; others write it down as text. */
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
    // Moonshot's and DeepSeek's names for what a cache held.
    cached_tokens: count,
    prompt_cache_hit_tokens: count,
    // Dollars: OpenRouter's; Perplexity has an object.
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
/** A list in which what can't be read is left out. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((all) => (all ?? []).flatMap((each) => each ?? []));

/** Thinking is `reasoning_content` at DeepSeek, vLLM and llama.cpp, and `reasoning` at OpenRouter, Groq and Ollama. */
const message = z
  .object({
    content,
    refusal: text,
    reasoning_content: text.catch(null),
    reasoning: text.catch(null),
    annotations: listOf(z.object({ url_citation: source })),
  })
  .nullish();

export const chatChunkSchema = z.object({
  id: text,
  choices: z
    .array(
      z.object({
        delta: message,
        // All at once, from servers that cannot stream.
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
